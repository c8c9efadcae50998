import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/features/auth/tables.ts'
import { notifications } from '#server/features/notifications/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  startServerWith,
  withoutAdvisoryLock,
  withoutConflictClause,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { someTasks, waitingProofs } from '../testing.ts'
import { mailApprovals } from './approved.ts'

/** A company with proofs that wait; the n-th is worth n points. */
async function reviewing(count: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, count))
  const approve = (nth: number) => root('PATCH', `/api/proofs/${ids[nth]}/review`, { status: 'approved' })
  const subjects = async () => (await server.mails()).map(({ subject }) => subject)
  const look = () => mailApprovals(server.platform)
  return { ...server, root, acme, ids, approve, subjects, look }
}

test('approvals are collected: the first email comes after ten minutes, the next an hour later', async () => {
  const { approve, look, subjects, clock, mails } = await reviewing(4)

  await approve(0)
  await look()
  expect(await subjects()).toEqual([])
  clock.advance(minutes(10))
  await approve(1)
  await look()
  await look()
  expect(await subjects()).toEqual(['2 proofs were approved: 3 points'])
  expect((await mails())[0]?.text).toContain('“Task 1”: 1 point\n“Task 2”: 2 points')

  await approve(2)
  clock.advance(minutes(50))
  await look()
  expect(await subjects(), 'not within the hour').toHaveLength(1)
  await approve(3)
  clock.advance(minutes(10))
  await look()
  expect((await subjects()).slice(1)).toEqual(['2 proofs were approved: 7 points'])
  clock.advance(hours(2))
  await look()
  expect(await subjects()).toHaveLength(2)
})

test('at night approvals wait for the morning', async () => {
  const { approve, look, subjects, clock } = await reviewing(2)
  // Nine in the evening.
  clock.advance(hours(13))
  await approve(0)
  clock.advance(hours(9))
  await look()
  expect(await subjects()).toEqual([])
  clock.advance(hours(1))
  await look()
  expect(await subjects()).toEqual(['Your proof for “Task 1” was approved: 1 point'])
})

test('an approval that was taken back is not told; approved again it is told again', async () => {
  const { approve, root, ids, look, subjects, clock } = await reviewing(1)
  const reopen = () => root('POST', `/api/proofs/${ids[0]}/reopening`, { note: 'Looked again' })

  await approve(0)
  await reopen()
  clock.advance(minutes(20))
  await look()
  expect(await subjects()).toEqual([])
  await approve(0)
  clock.advance(hours(1))
  await look()
  await reopen()
  await approve(0)
  clock.advance(hours(2))
  await look()
  expect(await subjects()).toEqual([
    'Your proof for “Task 1” was approved: 1 point',
    'Your proof for “Task 1” was approved: 1 point',
  ])
})

test('who switched it off or is disabled gets none, and no old news after switching it on', async () => {
  const { approve, acme, db, look, subjects, clock, aCompany, root } = await reviewing(1)
  const gone = await aCompany('gone')
  const [task] = await someTasks({ db, clock }, 1)
  const [id] = await waitingProofs({ db, clock }, gone.companyId, [task ?? ''])
  await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  await db.update(users).set({ disabledAt: clock.now() }).where(eq(users.id, gone.userId))
  await acme('PATCH', '/api/auth/notifications', { choices: { 'proof-approved': false } })

  await approve(0)
  clock.advance(minutes(20))
  await look()
  await acme('PATCH', '/api/auth/notifications', { choices: { 'proof-approved': true } })
  clock.advance(hours(2))
  await look()

  expect(await subjects()).toEqual([])
  expect(await db.$count(notifications)).toBe(2)
})

test('two processes that look at once send one email', async () => {
  const { approve, look, subjects, clock } = await reviewing(3)
  for (const nth of [0, 1, 2]) await approve(nth)
  clock.advance(minutes(20))

  await atOnce(8, look)

  expect(await subjects()).toEqual(['3 proofs were approved: 6 points'])
})

test('red control: without the row and the lock both send one', async () => {
  const insert = /^insert into "notifications"/
  const { approve, look, subjects, clock, db } = await reviewing(
    1,
    withoutAdvisoryLock,
    withoutConflictClause(insert),
    meetBefore(insert, 2),
  )
  await approve(0)
  clock.advance(minutes(20))

  const sent = await withoutIndex(db, 'notifications_occasion', async () => {
    await atOnce(2, look)
    return subjects()
  })

  expect(sent).toHaveLength(2)
})
