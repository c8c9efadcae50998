import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { anAttendee, anEvent } from '#server/testing/events.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { sweep } from './retention.ts'

async function withAttendees(count: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  const path = `/api/events/${event.id}`
  await atOnce(count, (n) => patiently(() => server.visitor('POST', `${path}/register`, anAttendee(`Ada${n}`))))
  const cancel = () => patiently(() => admin('POST', `${path}/cancellation`, { reason: 'Storm' }))
  const cancelMails = async () => (await server.mails()).filter(({ template }) => template === 'event-cancelled')
  const entries = () => server.db.select().from(auditEntries).where(eq(auditEntries.action, 'cancelled event'))
  return { ...server, cancel, cancelMails, entries }
}

test('of twenty cancellations at once and sweeps beside them every attendee gets one email', async () => {
  const { cancel, cancelMails, entries, platform, unchanged } = await withAttendees(120)

  const [replies] = await Promise.all([atOnce(20, cancel), atOnce(5, () => sweep(unchanged.platform))])
  await eventually(async () => expect(await cancelMails()).toHaveLength(120))
  await sweep(platform)

  expect(tally(replies)).toEqual({ 200: 20 })
  expect(new Set((await cancelMails()).map(({ toAddress }) => toAddress)).size).toBe(120)
  expect(await cancelMails()).toHaveLength(120)
  expect(await entries()).toHaveLength(1)
})

test('red control: without the row lock a doubled request emails an attendee twice', async () => {
  const { cancel, cancelMails } = await withAttendees(
    1,
    withoutRowLock('event_registrations'),
    meetBefore(/cancellation_mailed_at = /, 2),
  )

  await atOnce(2, cancel)

  await eventually(async () => expect(await cancelMails()).toHaveLength(2))
})

test('red control: without the lock on the event two requests cancel it twice', async () => {
  const { cancel, entries } = await withAttendees(0, withoutRowLock('events'), meetBefore(/^update "events" set/, 2))

  await atOnce(2, cancel)

  expect(await entries()).toHaveLength(2)
})
