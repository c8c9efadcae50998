import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#server/features/events/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/data/events.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { expectOneEach } from '../reminders/testing.ts'
import { sweep } from '../service.ts'
import { cancellationMailJob } from './event-cancellation.ts'

function startMailing(server: Pick<Awaited<ReturnType<typeof startServer>>, 'platform' | 'beforeClosing'>) {
  const worker = startJobs(server.platform, [cancellationMailJob], { pollEveryMs: 20 })
  server.beforeClosing(() => worker.stop())
  return worker
}

async function withEvent({ changes = [] as Changed[], event: eventChanges = {}, mailing = true } = {}) {
  const server = await startServerWith(...changes)
  if (mailing) startMailing(server)
  const admin = await server.anAdmin()
  const event = await anEvent(admin, { place: 'Mambo Beach', ...eventChanges })
  const path = `/api/events/${event.id}`
  const cancel = (body: Record<string, unknown> = { reason: 'A storm is coming.' }) =>
    admin('POST', `${path}/cancellation`, body)
  const register = (name: string) => aRegistration(server.visitor, admin, event.id, name)
  const decide = (id: string, status: string) => admin('PATCH', `${path}/registrations/${id}`, { status })
  const cancelMails = async () => (await server.mails()).filter(({ template }) => template === 'event-cancelled')
  return { ...server, admin, event, path, cancel, register, decide, cancelMails }
}

const line = (content: string, name: string) =>
  new RegExp(`^${name}:(.*)\r$`, 'm').exec(Buffer.from(content, 'base64').toString())?.[1]

test('cancelling an event emails everyone who is pending or approved, and takes it out of their calendars', async () => {
  const { cancel, register, decide, cancelMails, mails, clock, path, visitor } = await withEvent()
  const [ada, eva, kim] = [await register('Ada'), await register('Eva'), await register('Kim')]
  await register('Ben')
  await decide(ada.id, 'approved')
  await decide(eva.id, 'rejected')
  await decide(kim.id, 'approved')
  const kims = (await mails()).find(({ toAddress }) => toAddress === 'kim@mail.test')
  await visitor('POST', `${path}/registration/cancel`, { token: /\?r=(\S+)/.exec(kims?.text ?? '')?.[1] })
  clock.advance(minutes(5))

  const reply = await cancel()

  expect(reply).toMatchObject({
    status: 200,
    body: { cancelledAt: clock.now().toISOString(), cancellationReason: 'A storm is coming.', registrationOpen: false },
  })
  await eventually(async () => expect(await cancelMails()).toHaveLength(2))
  const sent = await cancelMails()
  expect(sent.map(({ toAddress }) => toAddress).toSorted()).toEqual(['ada@mail.test', 'ben@mail.test'])
  const adas = sent.find(({ toAddress }) => toAddress === 'ada@mail.test')
  expect(adas?.subject).toBe('Cancelled: Beach run')
  expect(adas?.text).toContain(
    'Hello Ada,\n\nWe are sorry: Beach run was cancelled.\n\nA storm is coming.\n\nDate: Saturday 20 June 2026, 06:00',
  )
  const files = (await mails())
    .filter(({ toAddress }) => toAddress === 'ada@mail.test')
    .flatMap(({ attachments }) => attachments.filter(({ filename }) => filename === 'event.ics'))
  const [before, after] = files.map(({ content }) => content)
  expect(files.at(-1)?.contentType).toContain('method=CANCEL')
  expect([line(after ?? '', 'METHOD'), line(after ?? '', 'STATUS')]).toEqual(['CANCEL', 'CANCELLED'])
  expect(line(after ?? '', 'UID')).toBe(line(before ?? '', 'UID'))
  expect(Number(line(after ?? '', 'SEQUENCE'))).toBeGreaterThan(Number(line(before ?? '', 'SEQUENCE')))
})

test('a cancelled event takes no registrations and no decisions, and says why', async () => {
  const { cancel, register, decide, admin, path, visitor, cancelMails, mails } = await withEvent()
  const ada = await register('Ada')
  await decide(ada.id, 'approved')
  await cancel()
  await eventually(async () => expect(await cancelMails()).toHaveLength(1))
  const sent = (await mails()).length

  const refusals = [
    await visitor('POST', `${path}/register`, anAttendee('Late')),
    await decide(ada.id, 'rejected'),
    await admin('POST', `${path}/registrations/decisions`, { ids: [ada.id], status: 'approved' }),
    await admin('POST', `${path}/registrations/${ada.id}/reopening`),
    await admin('POST', `${path}/registrations/${ada.id}/resend`),
    await admin('POST', `${path}/registrations/${ada.id}/reissue`),
    await admin('PATCH', path, { title: 'Another title' }),
  ]

  for (const { status, body } of refusals) {
    expect([status, body.code, body.message]).toEqual([409, 'event-cancelled', 'This event was cancelled.'])
  }
  expect(await mails()).toHaveLength(sent)
  expect((await admin('PATCH', path, { isActive: false })).status, 'but it can leave the public pages').toBe(200)
})

test('everybody reads of the cancellation: on the page, in the calendar, behind the own link', async () => {
  const { cancel, register, decide, mails, visitor, path, event, admin } = await withEvent()
  const other = await anEvent(admin, { title: 'Later run', eventDate: '2026-06-25T10:00:00.000Z' })
  const ada = await register('Ada')
  await decide(ada.id, 'approved')
  await cancel()

  expect((await visitor('GET', path)).body).toMatchObject({
    cancelledAt: expect.any(String),
    cancellationReason: 'A storm is coming.',
    registrationOpen: false,
  })
  const list = (await visitor('GET', '/api/events')).body.map(({ id }: { id: string }) => id)
  expect(list, 'what takes place comes first').toEqual([other.id, event.id])
  const calendar = await visitor('GET', `${path}/calendar.ics`)
  expect(calendar.text).toContain('METHOD:CANCEL')
  expect(calendar.headers.get('content-type')).toContain('method=CANCEL')
  const texts = (await mails()).map(({ text }) => text).join('\n')
  const token = /\?r=(\S+)/.exec(texts)?.[1]
  const own = await visitor('POST', `${path}/registration`, { token })
  expect(own.body).toMatchObject({ status: 'approved', qr: null, eventCancelledAt: expect.any(String) })
  expect((await visitor('POST', `${path}/registration/cancel`, { token })).body.code).toBe('event-cancelled')
})

test('cancelling is recorded once, and cancelling again changes nothing', async () => {
  const { cancel, register, db, cancelMails, clock, platform } = await withEvent()
  await register('Ada')

  const first = await cancel()
  await eventually(async () => expect(await cancelMails()).toHaveLength(1))
  clock.advance(minutes(30))
  const second = await cancel({ reason: 'Another reason' })
  await sweep(platform)

  expect(second).toMatchObject({ status: 200, body: { cancelledAt: first.body.cancelledAt } })
  expect(second.body.cancellationReason).toBe('A storm is coming.')
  expect(await cancelMails()).toHaveLength(1)
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'cancelled event'))
  expect(entries).toMatchObject([{ subject: 'Beach run', after: { cancellationReason: 'A storm is coming.' } }])
})

test('an event that is over cannot be cancelled, and one that does not exist is not found', async () => {
  const { cancel, clock, admin } = await withEvent({ event: { eventDate: '2026-06-01T13:00:00.000Z' } })
  clock.advance(hours(8))

  expect((await cancel()).body).toMatchObject({ code: 'event-over' })
  const unknown = await admin('POST', '/api/events/11111111-1111-4111-8111-111111111111/cancellation', {})
  expect(unknown.body.code).toBe('event-gone')
})

const person = (n: number) => ({
  ...{ firstName: `Ada${n}`, lastName: 'Lovelace', email: `ada${n}@mail.test`, phone: '+59991234567' },
  ...{ code: `C-${n}`, noticeVersion: 'test', registeredAt: new Date('2026-06-01T12:00:00Z') },
})

test('emails that failed in the middle are sent by the next sweep, each once', async () => {
  let batches = 0
  const cut: Changed = {
    find: /cancellation_mailed_at = /,
    async before() {
      batches++
      if (batches > 1) throw new Error('cut off')
    },
  }
  const { cancel, db, event, cancelMails, unchanged } = await withEvent({ changes: [cut] })
  await db.insert(registrations).values(Array.from({ length: 250 }, (_, n) => ({ ...person(n), eventId: event.id })))

  expect((await cancel()).status).toBe(200)
  await eventually(() => expect(batches).toBe(2))
  expect(await cancelMails()).toHaveLength(100)
  await sweep(unchanged.platform)

  expectOneEach(await cancelMails(), 250)
})

test('whoever registered in the moment of the cancellation is emailed too', async () => {
  const { cancel, db, event, cancelMails, platform } = await withEvent()
  await cancel()
  await eventually(async () => expect(await db.$count(jobs)).toBe(0))
  // Judged before the cancellation, written after it.
  await db.insert(registrations).values({ ...person(1), eventId: event.id })

  await sweep(platform)

  expect(await cancelMails()).toMatchObject([{ toAddress: 'ada1@mail.test' }])
  expect(await db.$count(events)).toBe(1)
})

test('a product that ends right after the answer loses no email: another one sends them', async () => {
  const first = await withEvent({ mailing: false })
  for (const name of ['Ada', 'Eva', 'Kim']) await first.register(name)

  await first.cancel()
  await first.stop({ grace: 0, deadline: 0 })
  expect(await first.cancelMails()).toEqual([])
  startMailing(await startServer({ beside: first }))

  await eventually(async () => expect(await first.cancelMails()).toHaveLength(3))
})

test('a cancellation that fails leaves no emails to be sent', async () => {
  const { cancel, clock, db } = await withEvent({ event: { eventDate: '2026-06-01T13:00:00.000Z' } })
  clock.advance(hours(8))

  expect((await cancel()).status).toBe(409)
  expect(await db.$count(jobs)).toBe(0)
})

test('a stop in the middle of the emails leaves the rest to the next process, at once and without a failure', async () => {
  let stop = () => Promise.resolve()
  let stopping: Promise<void> | undefined
  const stopAfterFirst: Changed = {
    find: /cancellation_mailed_at = /,
    async after() {
      stopping ??= stop()
    },
  }
  const server = await withEvent({ changes: [stopAfterFirst], mailing: false })
  const people = Array.from({ length: 250 }, (_, n) => ({ ...person(n), eventId: server.event.id }))
  await server.db.insert(registrations).values(people)
  stop = startMailing(server).stop
  await server.cancel()
  await eventually(() => expect(stopping).toBeDefined())
  await stopping

  expect(await server.db.select().from(jobs)).toMatchObject([
    { leasedUntil: null, attempts: 0, lastError: null, runAt: server.clock.now() },
  ])
  expect(await server.cancelMails()).toHaveLength(100)

  startMailing(server)

  await eventually(async () => expect(await server.cancelMails()).toHaveLength(250))
})
