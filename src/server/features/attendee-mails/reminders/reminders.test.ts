import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { remindAttendees, remindAttendeesJob, reminderMoment } from './reminders.ts'
import { afternoon, approvedRows, cutAfter, expectOneEach, withAttendees } from './testing.ts'

const isReminder = eq(outbox.template, 'event-reminder')
const dayBefore = '2026-06-02T18:00:00.000Z'

const momentOf = (eventDate: string, timeZone = 'America/Curacao') =>
  reminderMoment(new Date(eventDate), timeZone).toISOString()

test('a day before an event everyone who has a place gets all that is needed at the entrance', async () => {
  const { register, mailsOf, told, setClock, platform, clock, admin, path } = await withAttendees(['Ada', 'Ben'])
  await register('Eva')
  setClock(dayBefore)
  clock.advance(-1)
  await remindAttendees(platform)
  expect(await told('event-reminder')).toEqual([])

  clock.advance(1)
  await remindAttendees(platform)

  expect(await told('event-reminder'), 'who waits for a decision is not reminded').toEqual(['Ada', 'Ben'])
  const [mail] = await mailsOf('event-reminder')
  expect(mail?.subject).toBe('Reminder: Beach run')
  expect(mail?.text).toContain('Date: Wednesday 3 June 2026, 14:00 (Curacao time, GMT−4)\nPlace: Mambo Beach')
  expect(mail?.text).toMatch(/See or cancel my registration:\nhttp:\/\/week\.test\/e\/\w+\?r=\S+/)
  expect(mail?.text).toMatch(/say your code: \w{3}-\w{3}/)
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['qr-code.png', 'event.ics'])
  const { body } = await admin('GET', `${path}/registrations?status=approved`)
  expect(body).toMatchObject([{ mail: { template: 'event-reminder' } }, { mail: { template: 'event-reminder' } }])
})

test('nobody is reminded twice, and who was approved after the reminder not at all', async () => {
  const { register, decide, told, setClock, platform, clock } = await withAttendees(['Ada'])
  setClock(dayBefore)
  await remindAttendees(platform)
  clock.advance(minutes(1))
  await register('Late')
  await decide('Late', 'approved')

  for (let run = 0; run < 3; run++) {
    clock.advance(minutes(30))
    await remindAttendees(platform)
  }

  expect(await told('event-reminder')).toEqual(['Ada'])
})

test('the moment is in the morning where a day before the event is at night', () => {
  expect(momentOf(afternoon)).toBe(dayBefore)
  expect(momentOf('2026-06-20T10:00:00.000Z'), '06:00 becomes 07:00').toBe('2026-06-19T11:00:00.000Z')
  expect(momentOf('2026-06-21T01:00:00.000Z'), '21:00 becomes 07:00 of the same day').toBe('2026-06-20T11:00:00.000Z')
  expect(momentOf('2026-06-21T00:59:00.000Z')).toBe('2026-06-20T00:59:00.000Z')
  expect(momentOf('2026-03-30T03:00:00.000Z', 'Europe/Amsterdam'), 'a night without its third hour').toBe(
    '2026-03-29T05:00:00.000Z',
  )
})

test('at night nothing leaves: what was missed is made up in the morning', async () => {
  const { told, setClock, platform } = await withAttendees(['Ada'])
  // 22:00 on the evening before: no process ran when it was due.
  setClock('2026-06-03T02:00:00.000Z')
  await remindAttendees(platform)
  expect(await told('event-reminder')).toEqual([])

  setClock('2026-06-03T11:00:00.000Z')
  await remindAttendees(platform)

  expect(await told('event-reminder')).toEqual(['Ada'])
})

test('an event that has begun reminds nobody', async () => {
  const { told, setClock, platform } = await withAttendees(['Ada'])
  setClock(afternoon)

  await remindAttendees(platform)

  expect(await told('event-reminder')).toEqual([])
})

test('a cancelled event reminds nobody, and takes back the reminders that have not left', async () => {
  const { told, setClock, platform, admin, path, db } = await withAttendees(['Ada', 'Ben'])
  setClock(dayBefore)
  await remindAttendees(platform)
  const [first] = await db.select().from(outbox).where(isReminder)
  await db
    .update(outbox)
    .set({ state: 'sent' })
    .where(eq(outbox.id, first?.id ?? ''))

  await admin('POST', `${path}/cancellation`, {})
  await remindAttendees(platform)

  expect(await told('event-reminder'), 'what has left stays').toEqual([first?.toName.replace(' Lovelace', '')])
})

test('who cancelled is not reminded, and a reminder that has not left is taken back', async () => {
  const { told, setClock, platform, own } = await withAttendees(['Ada', 'Ben', 'Cleo'])
  await own('Ada', '/cancel')
  setClock(dayBefore)
  await remindAttendees(platform)
  expect(await told('event-reminder')).toEqual(['Ben', 'Cleo'])

  await own('Ben', '/cancel')
  await remindAttendees(platform)

  expect(await told('event-reminder')).toEqual(['Cleo'])
})

test('a reminder that has not left when a new code is issued has the new one', async () => {
  const { mailsOf, setClock, platform, admin, path, ids } = await withAttendees(['Ada'])
  setClock(dayBefore)
  await remindAttendees(platform)
  const [before] = await mailsOf('event-reminder')

  await admin('POST', `${path}/registrations/${ids.get('Ada')}/reissue`)
  expect(await mailsOf('event-reminder')).toEqual([])
  await remindAttendees(platform)

  const reminders = await mailsOf('event-reminder')
  expect(reminders).toHaveLength(1)
  expect(reminders[0]?.attachments[0]?.content).not.toBe(before?.attachments[0]?.content)
})

test('an event that is moved further away reminds again, one that is moved near does not', async () => {
  const { told, setClock, platform, db, admin, path } = await withAttendees(['Ada'])
  // One that has not left yet is withdrawn by the move.
  const deliverAll = () => db.update(outbox).set({ state: 'sent' })
  setClock(dayBefore)
  await remindAttendees(platform)
  await deliverAll()
  expect((await admin('PATCH', path, { eventDate: '2026-06-06T18:00:00.000Z' })).status).toBe(200)

  setClock('2026-06-05T18:00:00.000Z')
  await remindAttendees(platform)
  expect(await told('event-reminder')).toHaveLength(2)

  await deliverAll()
  await admin('PATCH', path, { eventDate: '2026-06-06T17:00:00.000Z' })
  await remindAttendees(platform)
  expect(await told('event-reminder'), 'they are told of the change').toHaveLength(2)
})

test('what was cut off in the middle is made up, each attendee once', async () => {
  const { setClock, platform, db, event, mailsOf, unchanged } = await withAttendees([], { statements: [cutAfter(2)] })
  await db.insert(registrations).values(approvedRows(event.id, 120))
  setClock(dayBefore)

  await expect(remindAttendees(platform)).rejects.toThrow()
  expect(await mailsOf('event-reminder')).toHaveLength(50)
  await remindAttendees(unchanged.platform)

  expectOneEach(await mailsOf('event-reminder'), 120)
})

test('the job of the product does it by itself, also in the process that is left', async () => {
  const first = await withAttendees(['Ada'])
  await first.stop({ grace: 0, deadline: 0 })
  const second = await startServer({ beside: first })
  const worker = startJobs(second.platform, [remindAttendeesJob], { pollEveryMs: 20 })
  second.beforeClosing(() => worker.stop())
  await eventually(async () => (await first.db.$count(jobs)) === 1, 'the job to be scheduled')
  first.setClock(dayBefore)
  first.clock.advance(hours(1))

  await eventually(async () => (await first.told('event-reminder')).length === 1, 'the reminder')
})
