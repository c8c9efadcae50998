import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { startServer } from '#server/testing.ts'
import { minutes } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { enqueue, type JobKind, measureJobs, startJobs } from './queue.ts'
import { jobs } from './tables.ts'

type Server = Awaited<ReturnType<typeof startServer>>

function start(platform: Platform, ...kinds: JobKind[]) {
  const worker = startJobs(platform, kinds, { pollEveryMs: 20 })
  onTestFinished(() => worker.stop())
  return worker
}

const add = ({ db, clock }: Server, job: Parameters<typeof enqueue>[1]) =>
  db.transaction((tx) => enqueue(tx, job, clock.now()))
const rows = ({ db }: Server) => db.select().from(jobs).orderBy(jobs.kind, jobs.key)

/** A kind whose jobs wait until the test lets them end. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a job is done once after its transaction commits, with what it is about, and leaves no row', async () => {
  const server = await startServer()
  const done: string[] = []
  start(server.platform, { kind: 'greet', run: async (_, key) => void done.push(key) })

  await server.db
    .transaction(async (tx) => {
      await enqueue(tx, { kind: 'greet', key: 'never' }, server.clock.now())
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await add(server, { kind: 'greet', key: 'ada' })

  await eventually(async () => done.length > 0 && (await rows(server)).length === 0, 'the job to be done')
  expect(done).toEqual(['ada'])
})

test('what is asked for again while it waits is done once; while it runs, once more', async () => {
  const server = await startServer()
  const { open, opened } = aGate()
  let runs = 0
  await add(server, { kind: 'count' })
  await add(server, { kind: 'count' })
  const kind = {
    kind: 'count',
    async run() {
      runs++
      await opened
    },
  }
  start(server.platform, kind)
  await eventually(() => runs === 1, 'the first run')

  await add(server, { kind: 'count' })
  open()

  await eventually(async () => (await rows(server)).length === 0, 'everything to be done')
  expect(runs).toBe(2)
})

test('of jobs that are due the lower priority number goes first, and none before its time', async () => {
  const server = await startServer()
  const done: string[] = []
  const later = new Date(server.clock.now().getTime() + minutes(1))
  await add(server, { kind: 'note', key: 'later', runAt: later, priority: -9 })
  for (const [priority, key] of ['first', 'second', 'third', 'fourth'].entries())
    await add(server, { kind: 'note', key, priority: priority - 2 })

  start(server.platform, { kind: 'note', run: async (_, key) => void done.push(key) })
  await eventually(() => done.length === 4, 'those that are due')
  server.clock.advance(minutes(1))
  await eventually(() => done.length === 5, 'the last')

  // Two run at once: which of both begins first is not promised.
  expect([done.slice(0, 2).toSorted(), done.slice(2, 4).toSorted(), done[4]]).toEqual([
    ['first', 'second'],
    ['fourth', 'third'],
    'later',
  ])
})

test('a job that fails says why in its row, waits longer every time, and keeps no other waiting', async () => {
  const server = await startServer()
  const waits: number[] = []
  let isMended = false
  let others = 0
  start(
    server.platform,
    {
      kind: 'broken',
      async run() {
        if (!isMended) throw new Error('no\u0000 disk')
      },
    },
    { kind: 'fine', run: async () => void others++ },
  )
  await add(server, { kind: 'broken' })
  await add(server, { kind: 'fine' })
  const broken = async () => (await rows(server)).find(({ kind }) => kind === 'broken')

  for (let attempt = 1; attempt <= 4; attempt++) {
    await eventually(async () => {
      const row = await broken()
      return row?.attempts === attempt && row.leaseId === null
    }, `attempt ${attempt}`)
    const row = await broken()
    expect(row?.lastError).toBe('no  disk')
    waits.push((row?.runAt.getTime() ?? 0) - server.clock.now().getTime())
    isMended = attempt === 4
    server.clock.advance(waits.at(-1) ?? 0)
  }

  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits[0]).toBeGreaterThan(0)
  await eventually(async () => (await rows(server)).length === 0, 'everything to be done')
  expect(others).toBe(1)
})

test('a schedule runs after each interval, and makes up for missed runs once', async () => {
  const server = await startServer()
  let runs = 0
  const kind = { kind: 'tidy', everyMs: minutes(10), run: async () => void runs++ }
  const isIdle = (count: number) => async () => {
    const [row] = await rows(server)
    return runs === count && row?.leaseId === null && row.runAt > server.clock.now()
  }
  const first = start(server.platform, kind)
  await eventually(isIdle(0), 'the schedule')
  server.clock.advance(minutes(10))
  await eventually(isIdle(1), 'the first run')
  await first.stop()

  server.clock.advance(minutes(65))
  start(server.platform, kind)

  await eventually(isIdle(2), 'the run that was missed')
  await pause(100)
  expect(runs).toBe(2)
  expect(await rows(server)).toMatchObject([{ attempts: 0, lastError: null, lastSucceededAt: server.clock.now() }])
})

test('a stop tells what runs that it should end, and waits for it', async () => {
  const server = await startServer()
  const steps: string[] = []
  const worker = start(server.platform, {
    kind: 'long',
    async run(_, __, stopping) {
      steps.push('begun')
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      await pause(50)
      steps.push('ended')
    },
  })
  await add(server, { kind: 'long' })
  await eventually(() => steps.length === 1, 'the job to begin')

  await worker.stop()
  await add(server, { kind: 'long', key: 'not begun' })
  await pause(100)

  expect(steps).toEqual(['begun', 'ended'])
  expect((await rows(server)).map(({ key }) => key)).toEqual(['not begun'])
})

test('a job whose time has not come is scheduled, and waits once it is due or has failed', async () => {
  const server = await startServer()
  const worker = start(server.platform, {
    kind: 'sweep',
    everyMs: 60_000,
    run: () => Promise.reject(new Error('no disk')),
  })
  await eventually(async () => (await rows(server)).length === 1, 'the schedule')
  const before = await measureJobs(server.platform)
  server.clock.advance(60_000)
  await eventually(async () => (await rows(server))[0]?.lastError === 'no disk', 'the failure')
  await worker.stop()

  const after = await measureJobs(server.platform)
  const { text } = await readMetrics(server.visitor)

  expect(before).toMatchObject([{ kind: 'sweep', waiting: 0, scheduled: 1, failed: 0 }])
  expect(after).toMatchObject([{ kind: 'sweep', waiting: 1, scheduled: 0, failed: 1 }])
  expect(text).toMatch(/^jobs_scheduled\{queue="jobs",kind="sweep"\} 0$/m)
})

test('the numbers of the process tell what waits, runs and failed in every queue, and how attempts ended', async () => {
  const server = await startServer()
  const worker = start(server.platform, { kind: 'broken', run: () => Promise.reject(new Error('no disk')) })
  await add(server, { kind: 'broken' })
  await eventually(async () => (await rows(server))[0]?.lastError === 'no disk', 'the failure')
  await worker.stop()
  await server.visitor('POST', '/api/auth/forgotten-password', { email: (await server.aUser()).email })
  server.clock.advance(90_000)

  const { text } = await readMetrics(server.visitor)

  expect(text).toMatch(/^jobs_failed\{queue="jobs",kind="broken"\} 1$/m)
  expect(text).toMatch(/^jobs_waiting\{queue="mails"\} 1$/m)
  expect(text).toMatch(/^jobs_oldest_seconds\{queue="mails"\} 90$/m)
  expect(text).toMatch(/^jobs_running\{queue="files"\} 0$/m)
  expect(text).toMatch(/^job_attempts_total\{queue="jobs",kind="broken",result="failed"\} 1$/m)
})
