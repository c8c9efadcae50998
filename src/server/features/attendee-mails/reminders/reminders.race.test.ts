import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { atOnce, meetBefore, withoutConflictClause, withoutRowLock } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { remindAttendees } from './reminders.ts'
import { approvedRows, expectOneEach, withAttendees } from './testing.ts'

const dayBefore = '2026-06-02T18:00:00.000Z'
const insertingNotices = /insert into "attendee_notices"/
const withoutLocks = [withoutRowLock('events'), withoutRowLock('event_registrations')]

test('of four runs at once in two processes every attendee gets one reminder', async () => {
  const { setClock, platform, db, event, mailsOf, startAnother } = await withAttendees([])
  await db.insert(registrations).values(approvedRows(event.id, 120))
  const another = await startAnother()
  setClock(dayBefore)

  // A job that waited in vain for a lock is done again.
  await atOnce(4, (n) => remindAttendees(n % 2 ? another.platform : platform).catch(() => undefined))
  await remindAttendees(platform)

  expectOneEach(await mailsOf('event-reminder'), 120)
})

test('the index alone lets no second reminder in', async () => {
  const { setClock, platform, mailsOf } = await withAttendees(['Ada'], {
    statements: [...withoutLocks, meetBefore(insertingNotices, 2)],
  })
  setClock(dayBefore)

  await atOnce(2, () => remindAttendees(platform))

  expect(await mailsOf('event-reminder')).toHaveLength(1)
})

test('red control: without locks and index two runs at once remind an attendee twice', async () => {
  const { setClock, platform, mailsOf, db } = await withAttendees(['Ada'], {
    statements: [...withoutLocks, withoutConflictClause(insertingNotices), meetBefore(insertingNotices, 2)],
  })
  setClock(dayBefore)

  await withoutIndex(db, 'attendee_notices_once', async () => {
    await atOnce(2, () => remindAttendees(platform))
    expect(await mailsOf('event-reminder')).toHaveLength(2)
  })
})

test('a reminder and a cancellation at the same moment: after the cancellation no reminder is left to be sent', async () => {
  const { setClock, platform, db, event, mailsOf, admin, path } = await withAttendees([])
  await db.insert(registrations).values(approvedRows(event.id, 60))
  setClock(dayBefore)

  await Promise.all([remindAttendees(platform), admin('POST', `${path}/cancellation`, {})])
  await remindAttendees(platform)

  expect(await mailsOf('event-reminder')).toEqual([])
})

test('red control: without the lock on the event a reminder is posted after the cancellation', async () => {
  const cancelling = meetBefore(/insert into "attendee_notices"|^delete from "outbox"/, 2)
  const { setClock, platform, mailsOf, admin, path } = await withAttendees(['Ada'], {
    statements: [
      withoutRowLock('events'),
      cancelling,
      { find: /insert into "attendee_notices"/, before: () => cancelled },
    ],
  })
  let hasCancelled = () => {}
  const cancelled = new Promise<void>((resolve) => {
    hasCancelled = resolve
  })
  setClock(dayBefore)

  await Promise.all([remindAttendees(platform), admin('POST', `${path}/cancellation`, {}).then(() => hasCancelled())])

  expect(await mailsOf('event-reminder')).toHaveLength(1)
})
