import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as store from '#server/features/files/store.ts'
import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { sourceProgram } from '../../worker-program.ts'
import { largePhoto, slowPhoto } from '../hostile/hostile-files.ts'
import { defaultWorkerLimits, type WorkerLimits } from '../limits.ts'
import { listWorkers } from '../testing.ts'
import { createWorkerPool } from './worker-pool.ts'

const mebibyte = 1024 * 1024
const endlessWorker = sourceProgram(join(import.meta.dirname, '..', 'fixtures', 'endless-worker.ts'))

/** The product with these limits for the preparation of a file. */
async function withLimits(limits: Partial<WorkerLimits>, program?: ReturnType<typeof sourceProgram>) {
  const server = await startServer({ environment: { LOG_LEVEL: 'warn' } })
  server.platform.media = createWorkerPool({ ...defaultWorkerLimits, ...limits }, program)
  const company = await server.aCompany()
  const send = async (bytes: Buffer) => {
    const path = await uploaded(company, bytes)
    const upload = () => store.find(server.db, path)
    const decided = async () => {
      await eventually(
        async () => Boolean((await upload())?.fault ?? (await upload())?.preparedAt),
        'a verdict',
        90_000,
      )
      return upload()
    }
    return { path, upload, decided }
  }
  /** Why processes that prepared a file ended. */
  const endings = () =>
    server.logs.map((line) => JSON.parse(line)).flatMap(({ err }) => (err?.type === 'WorkerDied' ? [err.message] : []))
  return { ...server, company, send, endings }
}

const refused = { fault: 'This photo is damaged', preparedAt: null, leaseId: null }
const thrice = (ending: string) => [ending, ending, ending]

test('a file that takes more memory than allowed ends its process each time and is refused after the third', async () => {
  const { send, endings, visitor } = await withLimits({ memory: 320 * mebibyte })

  const { decided } = await send(await largePhoto())

  expect(await decided()).toMatchObject(refused)
  expect(endings()).toEqual(thrice('ended by SIGKILL limit of memory reached'))
  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
}, 120_000)

test('a file that takes more processor time than allowed ends its process each time and is refused', async () => {
  const { send, endings, visitor } = await withLimits({ processorSeconds: 0.5 })

  const { decided } = await send(await slowPhoto())

  expect(await decided()).toMatchObject(refused)
  expect(endings()).toEqual(thrice('ended by SIGKILL limit of processor time reached'))
  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
}, 120_000)

test('red control: with the limits as they are, and one attempt, both files are taken', async () => {
  const { send, endings } = await withLimits({})

  for (const photo of [await largePhoto(), await slowPhoto()]) {
    const { decided } = await send(photo)
    expect(await decided()).toMatchObject({ fault: null, prepareAttempts: 1 })
  }

  expect(endings()).toEqual([])
}, 180_000)

test('a parser that never returns is ended by its processor time', async () => {
  const { send, endings, visitor } = await withLimits({ processorSeconds: 0.5 }, endlessWorker)

  const { decided } = await send(await slowPhoto())

  expect(await decided()).toMatchObject(refused)
  expect(endings()).toEqual(thrice('ended by SIGKILL limit of processor time reached'))
  expect(listWorkers(/endless-worker/)).toEqual([])
  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
}, 120_000)

test('a process that stands still is ended by the clock, and the file has its next attempt', async () => {
  // Long enough for the first photo on a busy machine: only the process that stands still may reach it.
  const { send, endings, platform } = await withLimits({ seconds: 15 })
  const before = listWorkers()
  await (await send(await aPicture())).decided()
  for (const pid of listWorkers().filter((each) => !before.includes(each))) process.kill(pid, 'SIGSTOP')

  const { decided } = await send(await aPicture())
  await eventually(() => endings().length > 0, 'the end of the process')
  platform.media = createWorkerPool(defaultWorkerLimits)

  const upload = await decided()
  expect(upload).toMatchObject({ fault: null, prepareAttempts: endings().length + 1 })
  expect(endings()[0]).toBe('ended by SIGKILL')
}, 120_000)

const withoutCounting: Changed = {
  find: /^update "uploads" set .*"prepare_attempts" \+ 1/,
  without: (query) => ({ ...query, text: query.text.replace('"prepare_attempts" + 1', '"prepare_attempts"') }),
}

test('red control: where attempts are not counted, a file that ends its process is tried for ever', async () => {
  const { aCompany, platform, db, unchanged } = await startServerWith(withoutCounting)
  await unchanged.stop()
  const pool = createWorkerPool({ ...defaultWorkerLimits, processorSeconds: 0.1 })
  let attempts = 0
  const clean: typeof pool.clean = (...job) => {
    attempts++
    return pool.clean(...job)
  }
  platform.media = { clean }

  const path = await uploaded(await aCompany(), await slowPhoto())
  await eventually(() => attempts > 5, 'a sixth attempt')

  expect(await store.find(db, path)).toMatchObject({ fault: null, preparedAt: null })
}, 120_000)

test('what the limits are', () => {
  const { memory, ...others } = defaultWorkerLimits
  expect(memory).toBeLessThanOrEqual(1024 * mebibyte)
  expect(others).toEqual({ processorSeconds: 40, seconds: 180 })
})
