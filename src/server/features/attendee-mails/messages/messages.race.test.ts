import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { atOnce, meetBefore, tally, withoutConflictClause, withoutRowLock } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { approvedRows, expectOneEach, withAttendees } from '../reminders/testing.ts'
import { eventMessages } from '../tables.ts'
import { mailRecipients } from './messages.ts'

const insertingNotices = /insert into "attendee_notices"/
const towel = { audience: 'approved', subject: 'Towels', text: 'Bring one.' }

test('ten presses at once and jobs in two processes send one message, to everyone once', async () => {
  const { db, event, admin, path, platform, startAnother, mailsOf } = await withAttendees([])
  await db.insert(registrations).values(approvedRows(event.id, 150))
  const another = await startAnother()
  const headers = { 'idempotency-key': 'pressed-ten-times-1' }

  const replies = await atOnce(10, () => admin('POST', `${path}/messages`, towel, { headers }))
  const [message, ...others] = await db.select().from(eventMessages)
  await atOnce(6, (n) => mailRecipients(n % 2 ? another.platform : platform, message?.id ?? ''))
  await mailRecipients(platform, message?.id ?? '')

  expect(tally(replies)).toEqual({ 201: 10 })
  expect(others).toEqual([])
  expectOneEach(await mailsOf('event-message'), 150)
})

test('red control: without a key two presses are two messages', async () => {
  const { db, admin, path } = await withAttendees(['Ada'])

  await atOnce(2, () => admin('POST', `${path}/messages`, towel))

  expect(await db.$count(eventMessages)).toBe(2)
})

test('red control: without locks and index two jobs at once send a message twice', async () => {
  const { db, admin, path, platform, mailsOf } = await withAttendees(['Ada'], {
    statements: [
      withoutRowLock('event_registrations'),
      withoutConflictClause(insertingNotices),
      meetBefore(insertingNotices, 2),
    ],
  })
  const { id } = (await admin('POST', `${path}/messages`, towel)).body

  await withoutIndex(db, 'attendee_notices_once', async () => {
    await atOnce(2, () => mailRecipients(platform, id))
    expect(await mailsOf('event-message')).toHaveLength(2)
  })
})
