import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, databaseWith, meetBefore, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { minutes } from '../clock.ts'
import { enqueue, startJobs } from './queue.ts'
import { jobs } from './tables.ts'

/** Four processes with one schedule; how often it ran when its time had come once. */
async function runsOfOneInterval(...changes: Changed[]): Promise<number> {
  const { platform, databaseUrl, clock, db } = await startServer()
  let runs = 0
  const kind = {
    kind: 'tidy',
    everyMs: minutes(10),
    async run() {
      runs++
      await pause(50)
    },
  }
  const workers = [1, 2, 3, 4].map(() => {
    const own = databaseWith(databaseUrl, ...changes)
    return startJobs({ ...platform, db: own }, [kind], { pollEveryMs: 20 })
  })
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop()
  })
  await eventually(async () => (await db.$count(jobs)) === 1, 'the schedule')

  clock.advance(minutes(10))
  const isOver = async () => {
    const [row] = await db.select().from(jobs)
    return runs > 0 && row?.leaseId === null && row.runAt > clock.now()
  }
  await eventually(isOver, 'the run to end')
  await pause(300)
  return runs
}

test('of four processes one does what is scheduled', async () => {
  expect(await runsOfOneInterval()).toBe(1)
})

test('red control: without the row lock several would do it', async () => {
  const changes = [withoutRowLock('jobs'), meetBefore(/^update "jobs" set "attempts"/, 2)]

  expect(await runsOfOneInterval(...changes)).toBeGreaterThan(1)
})

test('what a killed process was doing is taken over ten seconds later at the latest, and not while it lives', async () => {
  const { db, clock, platform, databaseUrl } = await startServer()
  const script = fileURLToPath(new URL('./testing/worker.ts', import.meta.url))
  const args = ['--import', 'tsx', script, databaseUrl, platform.config.dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await db.transaction((tx) => enqueue(tx, { kind: 'endless' }, clock.now()))
  await once(child.stdout, 'data')
  let runs = 0
  const survivor = startJobs(platform, [{ kind: 'endless', run: async () => void runs++ }], { pollEveryMs: 50 })
  onTestFinished(() => survivor.stop())
  const secondsLeft = async () => {
    const { rows } = await db.execute<{ seconds: number }>(
      sql`select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from jobs`,
    )
    return rows[0]?.seconds ?? 0
  }
  const leaseEnd = async () => (await db.select().from(jobs).where(eq(jobs.kind, 'endless')))[0]?.leasedUntil
  const firstEnd = (await leaseEnd())?.getTime() ?? 0

  // Longer than a lease lasts: the living process has renewed it, whatever its job is doing.
  await eventually(async () => ((await leaseEnd())?.getTime() ?? 0) > firstEnd + 8_500, 'renewals', 60_000)
  expect(runs).toBe(0)
  child.kill('SIGKILL')
  expect(await secondsLeft()).toBeLessThanOrEqual(8)

  await eventually(async () => (await db.$count(jobs)) === 0, 'the survivor to do it', 60_000)
  expect(runs).toBe(1)
})
