import { expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { anAttendee, anEvent, anEventForm, aRegistration } from '#server/testing/data/events.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { events } from './tables.ts'

const inJune = (day: number) => `2026-06-${String(day).padStart(2, '0')}T12:00:00.000Z`
const titles = ({ body }: { body: { title: string }[] }) => body.map(({ title }) => title)

test('an event is created, edited, deactivated and deleted, and the log tells what changed', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })

  const created = await admin('POST', '/api/events', anEventForm({ place: ' Mambo Beach ', emailSubject: '' }))
  expect(created).toMatchObject({
    status: 201,
    body: {
      shortCode: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{8}$/),
      title: 'Beach run',
      place: 'Mambo Beach',
      brandingColor: '#211100',
      isActive: true,
      emailSubject: null,
      registrationOpen: true,
      full: false,
      totalRegistrations: 0,
    },
  })
  const path = `/api/events/${created.body.id}`
  expect((await admin('PATCH', path, { title: 'Evening run' })).body).toMatchObject({ title: 'Evening run' })
  expect((await admin('PATCH', path, { title: 'Evening run' })).status).toBe(200)
  await admin('PATCH', path, { isActive: false })
  expect((await visitor('GET', path)).body.code).toBe('event-gone')
  await admin('PATCH', path, { isActive: true })
  expect((await visitor('GET', path)).body.title).toBe('Evening run')
  expect(await admin('DELETE', path)).toMatchObject({ status: 200 })
  expect(await admin('DELETE', path)).toMatchObject({ status: 404, body: { code: 'event-gone' } })

  const { body: log } = await admin('GET', '/api/admin/audit')
  expect(log.toReversed()).toMatchObject([
    { action: 'created event', subject: 'Beach run' },
    { action: 'edited event', before: { title: 'Beach run' }, after: { title: 'Evening run' } },
    { action: 'deactivated event', before: { isActive: true }, after: { isActive: false } },
    { action: 'activated event' },
    { action: 'deleted event' },
  ])
  expect(log[3].after).toEqual({ title: 'Evening run' })
  expect(JSON.stringify(log)).not.toMatch(/signingKey|publicKey/)
})

test('the next event comes first, then those without a date, then what is over', async () => {
  const { visitor, clock, logIn, root: admin } = await startWorld({ root: 'admin' })
  await anEvent(admin, { title: 'First over', eventDate: inJune(2) })
  await anEvent(admin, { title: 'Last over', eventDate: inJune(3) })
  await anEvent(admin, { title: 'Far away', eventDate: inJune(25) })
  await anEvent(admin, { title: 'Running now', eventDate: inJune(8), endsAt: inJune(12) })
  const { id } = await anEvent(admin, { title: 'To be announced' })
  await admin('PATCH', `/api/events/${id}`, { eventDate: null })
  const hidden = await anEvent(admin, { title: 'Not active', eventDate: inJune(20) })
  await admin('PATCH', `/api/events/${hidden.id}`, { isActive: false })
  clock.advance(days(9))

  const seen = await visitor('GET', '/api/events')
  const managed = await (await logIn(admin.email))('GET', '/api/events')

  expect(titles(seen)).toEqual(['Running now', 'Far away', 'To be announced', 'Last over', 'First over'])
  expect(titles(managed)).toEqual([
    'Running now',
    'Not active',
    'Far away',
    'To be announced',
    'Last over',
    'First over',
  ])
})

test('visitors and companies get no counts, capacity, mail texts or keys', async () => {
  const { visitor, db, root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  const texts = { capacity: 7, emailSubject: 'Secret subject', emailBodyText: 'Secret body' }
  const event = await anEvent(admin, texts)
  await aRegistration(visitor, admin, event.id)
  const [row] = await db.select().from(events)

  for (const call of [visitor, company]) {
    for (const path of ['/api/events', `/api/events/${event.id}`, `/api/events/${event.shortCode.toUpperCase()}`]) {
      const { status, body, text } = await call('GET', path)
      expect(status).toBe(200)
      expect(Object.keys(Array.isArray(body) ? body[0] : body).toSorted()).toEqual([
        ...['brandingColor', 'cancellationReason', 'cancelledAt', 'createdAt', 'description', 'endsAt', 'eventDate'],
        ...['full', 'id', 'isActive', 'place'],
        ...['registrationOpen', 'shortCode', 'title', 'youtubeUrl'],
      ])
      expect(text).not.toMatch(/Secret|capacity|Registrations/)
    }
  }
  const { body: managed, text } = await admin('GET', `/api/events/${event.shortCode}`)
  expect(managed).toMatchObject({ ...texts, totalRegistrations: 1, pendingRegistrations: 1, approvedRegistrations: 0 })
  for (const key of [row?.signingKey ?? '-', row?.publicKey ?? '-']) expect(text).not.toContain(key)
})

test('an inactive event is gone for everybody but administrators', async () => {
  const { visitor, root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  const { id, shortCode } = await anEvent(admin)
  await admin('PATCH', `/api/events/${id}`, { isActive: false })

  for (const call of [visitor, company]) {
    for (const path of [id, shortCode, `${id}/calendar.ics`]) {
      expect(await call('GET', `/api/events/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'event-gone', message: 'This event is not available or has been removed.' },
      })
    }
    expect((await call('POST', `/api/events/${id}/register`, anAttendee('Ada'))).body.code).toBe('event-gone')
    expect((await call('GET', '/api/events')).body).toEqual([])
  }
  expect((await admin('GET', `/api/events/${id}`)).body.isActive).toBe(false)
})

test.each([
  [{ title: '' }, 'title', 'Event title is required'],
  [{ title: 'Run' }, 'title', 'Title must be at least 5 characters'],
  [{ description: 'Short' }, 'description', 'Description must be at least 10 characters'],
  [{ eventDate: undefined }, 'eventDate', 'Event date is required'],
  [{ eventDate: '2026-06-01T11:59:59.000Z' }, 'eventDate', 'Event date must be in the future'],
  [{ eventDate: '2026-06-01T12:00:00.000Z' }, 'eventDate', 'Event date must be in the future'],
  [{ endsAt: '2026-06-20T10:00:00.000Z' }, 'endsAt', 'The end must be after the event date'],
  [{ youtubeUrl: 'a video of last year' }, 'youtubeUrl', 'Must be a valid URL'],
  [{ youtubeUrl: 'youtube.com/watch?v=1' }, 'youtubeUrl', 'Must be a valid URL'],
  [{ youtubeUrl: 'https://youtube.com.evil.test/x' }, 'youtubeUrl', 'Please enter a valid YouTube URL'],
  [{ youtubeUrl: 'javascript:alert(1)//youtube.com' }, 'youtubeUrl', 'Please enter a valid YouTube URL'],
  [{ capacity: 0 }, 'capacity', 'Capacity must be at least 1'],
  [{ brandingColor: 'red' }, 'brandingColor', 'Invalid color format (use hex color like #ff6600)'],
  [{ shortCode: 'aaaaaaaa' }, '', 'Unknown field: shortCode'],
  [{ signingKey: 'mine' }, '', 'Unknown field: signingKey'],
])('%j is refused with its sentence', async (changes, field, message) => {
  const { db, root: admin } = await startWorld({ root: 'admin' })

  const reply = await admin('POST', '/api/events', anEventForm(changes))

  expect(reply).toMatchObject({ status: 400, body: { message } })
  if (field) expect(reply.body.fields).toEqual({ [field]: message })
  expect(await db.$count(events)).toBe(0)
})

test('a date is judged only when it changes, and can be taken away with its end', async () => {
  const { anAdmin, clock, logIn } = await startServer()
  const { id } = await anEvent(await anAdmin(), { endsAt: '2026-06-20T12:00:00.000Z' })
  clock.advance(days(30))
  const admin = await logIn('root@week.test')
  const path = `/api/events/${id}`

  expect((await admin('PATCH', path, { title: 'Looking back', eventDate: '2026-06-20T10:00:00.000Z' })).status).toBe(
    200,
  )
  expect((await admin('PATCH', path, { eventDate: '2026-06-21T10:00:00.000Z' })).body.fields).toEqual({
    eventDate: 'Event date must be in the future',
  })
  expect((await admin('PATCH', path, { eventDate: '2026-08-01T10:00:00.000Z' })).body.fields).toEqual({
    endsAt: 'The end must be after the event date',
  })
  expect((await admin('PATCH', path, { eventDate: null })).body).toMatchObject({ eventDate: null, endsAt: null })
  expect((await admin('PATCH', path, { endsAt: '2026-08-01T10:00:00.000Z' })).body.fields).toEqual({
    endsAt: 'Enter the event date before its end',
  })
})

test('an event with registrations, cancelled ones too, cannot be deleted', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)
  await aRegistration(visitor, admin, id)

  expect(await admin('DELETE', `/api/events/${id}`)).toMatchObject({ status: 409, body: { code: 'event-in-use' } })
  expect((await admin('GET', `/api/events/${id}`)).status).toBe(200)
})

test('registration closes at the end, or six hours after the beginning', async () => {
  const { visitor, clock, root: admin } = await startWorld({ root: 'admin' })
  const open = await anEvent(admin, { eventDate: '2026-06-01T13:00:00.000Z' })
  const short = await anEvent(admin, { eventDate: '2026-06-01T13:00:00.000Z', endsAt: '2026-06-01T14:00:00.000Z' })
  const isOpen = async ({ id }: { id: string }) => (await visitor('GET', `/api/events/${id}`)).body.registrationOpen
  const register = async ({ id }: { id: string }, name: string) =>
    (await visitor('POST', `/api/events/${id}/register`, anAttendee(name))).status

  clock.advance(hours(2) - minutes(1))
  expect([await isOpen(open), await isOpen(short), await register(short, 'Ada')]).toEqual([true, true, 201])
  clock.advance(minutes(1))
  expect([await isOpen(open), await isOpen(short), await register(short, 'Bob')]).toEqual([true, false, 409])
  clock.advance(hours(5))
  expect([await isOpen(open), await register(open, 'Eve')]).toEqual([false, 409])
})

test('short codes are read in any case, and look-alikes as what they look like', async () => {
  const { visitor, db, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)
  await db.update(events).set({ shortCode: '0b1kk7zz' })

  for (const typed of ['0b1kk7zz', '0B1KK7ZZ', 'OBIKK7ZZ', 'obLkk7zz']) {
    expect((await visitor('GET', `/api/events/${typed}`)).body.id).toBe(id)
  }
  expect((await visitor('GET', '/api/events/0b1kk7zy')).body.code).toBe('event-gone')
})
