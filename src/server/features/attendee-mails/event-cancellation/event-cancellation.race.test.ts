import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { sweep } from '../service.ts'
import { cancellationMailJob } from './event-cancellation.ts'

async function withAttendees(count: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const startMailing = ({ platform }: Pick<typeof server, 'platform'>) => {
    const worker = startJobs(platform, [cancellationMailJob], { pollEveryMs: 20 })
    server.beforeClosing(() => worker.stop())
  }
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  const path = `/api/events/${event.id}`
  await atOnce(count, (n) => patiently(() => server.visitor('POST', `${path}/register`, anAttendee(`Ada${n}`))))
  const cancel = () => patiently(() => admin('POST', `${path}/cancellation`, { reason: 'Storm' }))
  const cancelMails = async () => (await server.mails()).filter(({ template }) => template === 'event-cancelled')
  const entries = () => server.db.select().from(auditEntries).where(eq(auditEntries.action, 'cancelled event'))
  return { ...server, startMailing, cancel, cancelMails, entries }
}

test('of twenty cancellations at once and sweeps beside them every attendee gets one email', async () => {
  const { cancel, cancelMails, entries, platform, unchanged, startMailing } = await withAttendees(120)
  for (const server of [unchanged, unchanged]) startMailing(server)

  const [replies] = await Promise.all([atOnce(20, cancel), atOnce(5, () => sweep(unchanged.platform))])
  await eventually(async () => expect(await cancelMails()).toHaveLength(120))
  await sweep(platform)

  expect(tally(replies)).toEqual({ 200: 20 })
  expect(new Set((await cancelMails()).map(({ toAddress }) => toAddress)).size).toBe(120)
  expect(await cancelMails()).toHaveLength(120)
  expect(await entries()).toHaveLength(1)
})

test('red control: without the row lock two sweeps at once email an attendee twice', async () => {
  const { cancel, cancelMails, platform } = await withAttendees(
    1,
    withoutRowLock('event_registrations'),
    meetBefore(/cancellation_mailed_at = /, 2),
  )

  await cancel()
  await atOnce(2, () => sweep(platform))

  expect(await cancelMails()).toHaveLength(2)
})

test('red control: without the lock on the event two requests cancel it twice', async () => {
  const { cancel, entries } = await withAttendees(0, withoutRowLock('events'), meetBefore(/^update "events" set/, 2))

  await atOnce(2, cancel)

  expect(await entries()).toHaveLength(2)
})
