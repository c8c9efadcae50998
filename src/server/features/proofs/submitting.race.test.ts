import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { sixPictures } from '#server/features/files/testing.ts'
import type { Db } from '#server/platform/database/client.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  startServerWith,
  tally,
  withoutAdvisoryLock,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { taskProofs } from './tables.ts'
import { firstWrite, someTasks } from './testing.ts'

async function aTeam(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const call = await server.aCompany()
  const unused = async () => (await call('GET', '/api/uploads')).body.map(({ path }: { path: string }) => path)
  return { ...server, server, call, unused }
}

/** Otherwise the first to clean its pictures would be far ahead of those who wait for that. */
const allCleaned = (db: Db, count: number) =>
  eventually(
    async () => (await db.$count(uploads, isNotNull(uploads.preparedAt))) === count,
    'the pictures to be cleaned',
    120_000,
  )

/** People of one company, each with six pictures of their own, hand in the same task. */
async function submissionsBy(people: number, ...changes: Changed[]) {
  const { server, db, call } = await aTeam(...changes)
  const [task] = await someTasks(server, 1)
  const sets = await atOnce(people, () => sixPictures(call))
  await allCleaned(db, people * 6)
  return { db, task, sets, submitAll: () => Promise.all(sets.map((paths) => submit(call, task, paths))) }
}

test('of twenty proofs for one task at once one is taken, and the files of the others stay unused', async () => {
  const { db, task, sets, submitAll } = await submissionsBy(20)

  const replies = await submitAll()

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  const refusals = replies.filter(({ status }) => status === 409)
  expect(new Set(refusals.map(({ body }) => body.message))).toEqual(new Set(['Proof already submitted for this task']))
  const winner = replies.findIndex(({ status }) => status === 201)
  expect(await db.select().from(taskProofs)).toMatchObject([{ taskId: task, contentUrls: sets[winner] }])
  const claimed = (await db.select().from(uploads)).filter(({ state }) => state === 'claimed').map(({ path }) => path)
  expect(claimed.toSorted()).toEqual(sets[winner]?.toSorted())
})

test('red control: without the index two proofs for one task are taken', async () => {
  const { db, submitAll } = await submissionsBy(2, withoutAdvisoryLock, meetBefore(firstWrite, 2))

  const replies = await withoutIndex(db, 'task_proofs_live', submitAll)

  expect(tally(replies)).toEqual({ 201: 2 })
})

async function handInTheSameFiles(count: number, ...changes: Changed[]) {
  const { server, call, unused } = await aTeam(...changes)
  const tasks = await someTasks(server, count)
  const paths = await sixPictures(call)
  await allCleaned(server.db, 6)
  const replies = await Promise.all(tasks.map((task) => submit(call, task, paths)))
  return { replies, proofs: await server.db.$count(taskProofs), unused }
}

test('of ten proofs with the same files at once one gets them', async () => {
  const { replies, proofs, unused } = await handInTheSameFiles(10)

  expect(tally(replies)).toEqual({ 201: 1, 400: 9 })
  expect(proofs).toBe(1)
  const refusals = replies.filter(({ status }) => status === 400).map(({ body }) => body)
  expect(new Set(refusals.map(({ code, message }) => `${code}: ${message}`))).toEqual(
    new Set(['proof-file: File 1 was not uploaded, or is used already']),
  )
  expect(await unused()).toEqual([])
})

test('red control: without the row lock two proofs use the same files', async () => {
  const { proofs } = await handInTheSameFiles(
    2,
    withoutAdvisoryLock,
    // The second would find the photos of the first in its proof.
    { find: /^select "uploads"."sha256"/, without: (query) => ({ ...query, text: `${query.text} and false` }) },
    withoutRowLock('uploads'),
    meetBefore(/^update "uploads" set "state" = \$1 where/, 2),
  )

  expect(proofs).toBe(2)
})

test('a submission that was sent twice is taken once, and the second one says so', async () => {
  const { server, call } = await aTeam()
  const [task] = await someTasks(server, 1)
  const paths = await sixPictures(call)

  const replies = await atOnce(10, () => submit(call, task, paths))
  const later = await submit(call, task, paths)

  expect(tally(replies)).toEqual({ 201: 1, 409: 9 })
  expect(later).toMatchObject({ status: 409, body: { message: 'Proof already submitted for this task' } })
})
