import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { hours } from '#server/platform/clock.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { companyDays, taskDays } from '../tables.ts'
import { keepDaysInTimeZone, verifyCompanyDays, verifyTaskDays } from './days.ts'

/** A company with four waiting proofs, two of them submitted before midnight of Curaçao (04:00 UTC) and two after. */
async function startAroundMidnight() {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const taskIds = await someTasks(server, 4)
  server.clock.advance(hours(15.5))
  const before = await waitingProofs(server, acme.companyId, taskIds.slice(0, 2))
  server.clock.advance(hours(1))
  const afterwards = await waitingProofs(server, acme.companyId, taskIds.slice(2))
  const days = () =>
    server.db
      .select({
        day: companyDays.day,
        points: companyDays.points,
        calories: companyDays.calories,
        pending: companyDays.pending,
        approved: companyDays.approved,
        rejected: companyDays.rejected,
      })
      .from(companyDays)
      .orderBy(companyDays.day)
  const decide = (id: string | undefined, status: string) =>
    root('PATCH', `/api/proofs/${id}/review`, { status, adminNotes: 'Looked at it' })
  return { ...server, root, acme, days, decide, proofs: [...before, ...afterwards] }
}

const day = (day: string, ...[points, calories, pending, approved, rejected]: number[]) => ({
  day,
  points,
  calories,
  pending,
  approved,
  rejected,
})

test('a proof counts on the day it was submitted in the time zone of the event, whenever it is reviewed', async () => {
  const { db, clock, proofs, decide, days } = await startAroundMidnight()
  clock.advance(hours(72))

  await decide(proofs[0], 'approved')
  await decide(proofs[1], 'rejected')
  await decide(proofs[3], 'approved')

  expect(await days()).toEqual([day('2026-06-01', 1, 10, 0, 1, 1), day('2026-06-02', 4, 40, 1, 1, 0)])
  expect([await verifyCompanyDays({ db }), await verifyTaskDays({ db })]).toEqual([[], []])
})

test('reopening takes away what was earned, and an adjustment counts on its own day', async () => {
  const { db, clock, root, acme, proofs, decide, days } = await startAroundMidnight()
  for (const id of proofs) await decide(id, 'approved')
  clock.advance(hours(48))

  await root('POST', `/api/proofs/${proofs[1]}/reopening`, { note: 'Looked again' })
  await root('POST', `/api/proofs/${proofs[2]}/reopening`, { note: 'Looked again' })
  await decide(proofs[2], 'approved')
  await root('POST', `/api/companies/${acme.companyId}/points`, { points: -3, calories: 5, reason: 'Counted twice' })

  expect(await days()).toEqual([
    day('2026-06-01', 1, 10, 1, 1, 0),
    day('2026-06-02', 7, 70, 0, 2, 0),
    day('2026-06-04', -3, 5, 0, 0, 0),
  ])
  expect([await verifyCompanyDays({ db }), await verifyTaskDays({ db })]).toEqual([[], []])
})

test('another time zone at the start builds the days anew, and later changes are counted in it', async () => {
  const { db, platform, proofs, decide, days } = await startAroundMidnight()
  await decide(proofs[0], 'approved')

  await keepDaysInTimeZone({ ...platform, config: { ...platform.config, timeZone: 'Pacific/Auckland' } })
  await decide(proofs[3], 'approved')

  expect(await days()).toEqual([day('2026-06-02', 5, 50, 2, 2, 0)])
  expect([await verifyCompanyDays({ db }), await verifyTaskDays({ db })]).toEqual([[], []])
})

test('a time zone that PostgreSQL reads otherwise is refused at the start', async () => {
  const { platform, days } = await startAroundMidnight()
  const before = await days()

  for (const timeZone of ['+02:00', 'Etc/Nowhere']) {
    const started = keepDaysInTimeZone({ ...platform, config: { ...platform.config, timeZone } })
    await expect(started).rejects.toThrow(timeZone)
  }
  expect(await days()).toEqual(before)
})

test('a kept day that is not what the rows say is found, and so is a missing one', async () => {
  const { db, proofs, decide } = await startAroundMidnight()
  await decide(proofs[0], 'approved')

  await db.update(companyDays).set({ calories: 11 }).where(sql`day = '2026-06-01'`)
  await db.delete(companyDays).where(sql`day = '2026-06-02'`)

  expect(await verifyCompanyDays({ db })).toEqual([
    'acme Ltd, 2026-06-01: 1 points, 11 calories, 1 pending, 1 approved, 0 rejected kept, 1 points, 10 calories, 1 pending, 1 approved, 0 rejected counted',
    'acme Ltd, 2026-06-02: 0 points, 0 calories, 0 pending, 0 approved, 0 rejected kept, 0 points, 0 calories, 2 pending, 0 approved, 0 rejected counted',
  ])
})

test('a kept day of a task that is not what its proofs say is found, and so is a missing one', async () => {
  const { db, proofs, decide } = await startAroundMidnight()
  await decide(proofs[0], 'approved')

  await db.update(taskDays).set({ rejected: 1 }).where(sql`day = '2026-06-01' and approved = 1`)
  await db.delete(taskDays).where(sql`day = '2026-06-01' and pending = 1`)

  expect(await verifyTaskDays({ db })).toEqual([
    'Task 1, 2026-06-01: 0 pending, 1 approved, 1 rejected kept, 0 pending, 1 approved, 0 rejected counted',
    'Task 2, 2026-06-01: 0 pending, 0 approved, 0 rejected kept, 1 pending, 0 approved, 0 rejected counted',
  ])
})

test('proofs that move to another day or are deleted leave nothing behind', async () => {
  const { db, proofs, decide, days } = await startAroundMidnight()
  await decide(proofs[0], 'rejected')

  await db.update(taskProofs).set({ submittedAt: new Date('2026-06-05T12:00:00Z') })
  expect(await days()).toContainEqual(day('2026-06-05', 0, 0, 3, 0, 1))
  expect([await verifyCompanyDays({ db }), await verifyTaskDays({ db })]).toEqual([[], []])

  await db.delete(taskProofs)
  expect([await verifyCompanyDays({ db }), await verifyTaskDays({ db })]).toEqual([[], []])
})

test('a start in the last moment of a second knows its time zone', async () => {
  const { platform, clock } = await startServer()
  const passing = {
    now() {
      clock.advance(1_000)
      return clock.now()
    },
  }

  await keepDaysInTimeZone({
    ...platform,
    clock: passing,
    config: { ...platform.config, timeZone: 'Pacific/Auckland' },
  })
})
