import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { atOnce, meetBefore, patiently, withoutConflictClause, withoutRowLock } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { approvedRows, expectOneEach, withAttendees } from '../reminders/testing.ts'
import { eventMoves } from '../tables.ts'
import { mailMoves } from './event-moves.ts'

const insertingNotices = /insert into "attendee_notices"/
const withoutLocks = [withoutRowLock('events'), withoutRowLock('event_registrations')]

test('of many edits at once and jobs in two processes every attendee gets one email', async () => {
  const { db, event, clock, admin, path, platform, startAnother, mailsOf } = await withAttendees([])
  await db.insert(registrations).values(approvedRows(event.id, 150))
  const another = await startAnother()
  clock.advance(minutes(1))

  await atOnce(4, (n) => patiently(() => admin('PATCH', path, { place: `Beach ${n}` })))
  expect(await db.$count(eventMoves)).toBe(1)
  clock.advance(minutes(5))
  // A job that waited in vain for a lock is done again.
  await atOnce(3, (n) => mailMoves(n % 2 ? another.platform : platform, event.id).catch(() => undefined))
  await mailMoves(platform, event.id)

  expectOneEach(await mailsOf('event-moved'), 150)
})

test('red control: without locks and index two jobs at once tell an attendee twice', async () => {
  const { db, event, clock, admin, path, platform, mailsOf } = await withAttendees(['Ada'], {
    statements: [...withoutLocks, withoutConflictClause(insertingNotices), meetBefore(insertingNotices, 2)],
  })
  clock.advance(minutes(1))
  await admin('PATCH', path, { place: 'Jan Thiel' })
  clock.advance(minutes(5))

  await withoutIndex(db, 'attendee_notices_once', async () => {
    await atOnce(2, () => mailMoves(platform, event.id))
    expect(await mailsOf('event-moved')).toHaveLength(2)
  })
})
