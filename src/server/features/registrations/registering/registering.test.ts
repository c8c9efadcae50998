import pg from 'pg'
import { expect, test } from 'vitest'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/data/events.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { patiently, startServer, startWorld } from '#server/testing.ts'
import { sweep } from '../retention/retention.ts'
import { attendeeMails, registrations } from '../tables.ts'

async function withEvent(changes: Record<string, unknown> = {}, environment: Record<string, string> = {}) {
  const { root: admin, ...server } = await startWorld({ root: 'admin' }, { environment })
  const event = await anEvent(admin, changes)
  const register = (body: unknown, headers = {}) =>
    server.visitor('POST', `/api/events/${event.shortCode.toUpperCase()}/register`, body, { headers })
  return { ...server, admin, event, register, list: `/api/events/${event.id}/registrations` }
}

const received = {
  message: 'Your registration has been received. An email about it is on its way, or arrived within the last hour.',
  status: 'pending',
  waiting: false,
}

test('a visitor registers, gets a mail, and waits for a decision', async () => {
  const { register, db, mails, admin, list, event } = await withEvent()

  const reply = await register(anAttendee('Ada', { email: ' ADA@Mail.Test ', companyName: '' }))

  expect(reply).toMatchObject({ status: 201, body: received })
  const [row] = await db.select().from(registrations)
  expect(row).toMatchObject({
    email: 'ada@mail.test',
    companyName: null,
    status: 'pending',
    noticeVersion: registrationNoticeVersion,
    code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/),
    issue: 0,
    checkedIn: false,
  })
  expect(await mails()).toMatchObject([
    {
      id: row?.mailId,
      template: 'registration-received',
      toAddress: 'ada@mail.test',
      toName: 'Ada Lovelace',
      subject: 'We have your registration for Beach run',
      text: expect.stringContaining(`http://week.test/e/${event.shortCode}?r=`),
    },
  ])
  expect((await admin('GET', list)).body).toMatchObject([
    { status: 'pending', qrCode: null, qrCodePayload: null, waiting: false, mail: { state: 'queued' } },
  ])
})

test('an open list of attendees hears of a registration within a second', async () => {
  const { register, base, admin, event } = await withEvent()
  const stream = await openStream(base, admin.cookie)

  await register(anAttendee('Ada'))

  await stream.heard(`events/${event.id}/registrations`)
})

test('a second attempt gets the same answer, changes nothing, and mails the status once in ten minutes', async () => {
  const { register, db, mails, clock, admin, list } = await withEvent()
  const first = await register(anAttendee('Ada'))
  const [ada] = await db.select().from(registrations)
  await admin('PATCH', `${list}/${ada?.id}`, { status: 'approved' })

  const again = await register(anAttendee('Eve', { email: 'Ada@mail.test' }))
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await mails()).toHaveLength(2)

  clock.advance(minutes(10))
  for (let n = 0; n < 3; n++) expect((await register(anAttendee('Ada'))).body).toEqual(first.body)

  await eventually(async () => expect(await mails()).toHaveLength(3))
  const sent = await mails()
  expect(sent[2]).toMatchObject({ template: 'registration-approved', toName: 'Ada Lovelace' })
  expect(await db.select().from(registrations)).toMatchObject([
    { id: ada?.id, firstName: 'Ada', status: 'approved', issue: 1 },
  ])
})

test('the answer to a known address does not tell that it is known, on a full event either', async () => {
  const { register } = await withEvent({ capacity: 1 })

  const [ada, ben] = [await register(anAttendee('Ada')), await register(anAttendee('Ben'))]
  const again = await register(anAttendee('Ada'))

  expect(ada.body).toEqual(received)
  expect(ben.body).toEqual({ ...received, waiting: true })
  expect([again.status, again.body]).toEqual([ben.status, ben.body])
})

test('whoever cancelled can register again', async () => {
  const { register, db } = await withEvent()
  await register(anAttendee('Ada'))
  await db.update(registrations).set({ status: 'cancelled' })

  await register(anAttendee('Ada'))

  expect((await db.select().from(registrations)).map(({ status }) => status).toSorted()).toEqual([
    'cancelled',
    'pending',
  ])
})

test('beyond the capacity people wait in the order of registering; a place that gets free goes to the next', async () => {
  const { visitor, admin, event, list, clock, mails } = await withEvent({ capacity: 2 })
  const waiting = async () =>
    (await admin('GET', `${list}?sort=registeredAt`)).body.map((row: { waiting: boolean }) => row.waiting)
  const ids: string[] = []
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan']) {
    clock.advance(minutes(1))
    ids.push((await aRegistration(visitor, admin, event.id, name)).id)
  }

  expect(await waiting()).toEqual([false, false, true, true])
  expect((await mails()).map(({ text }) => text.includes('waiting list'))).toEqual([false, false, true, true])
  expect((await visitor('GET', `/api/events/${event.id}`)).body.full).toBe(true)
  // An approval from further down takes a place.
  await admin('PATCH', `${list}/${ids[3]}`, { status: 'approved' })
  expect(await waiting()).toEqual([false, true, true, false])
  await admin('PATCH', `${list}/${ids[0]}`, { status: 'rejected' })
  expect(await waiting()).toEqual([false, false, true, false])
  expect((await admin('GET', `${list}/counts`)).body).toMatchObject({
    pending: 2,
    approved: 1,
    waiting: 1,
    capacity: 2,
  })
})

test('an event that is over takes nobody, an unknown one does not exist', async () => {
  const { register, visitor, clock, db } = await withEvent({ endsAt: '2026-06-20T12:00:00.000Z' })
  clock.advance(hours(24) * 19)

  expect(await register(anAttendee('Ada'))).toMatchObject({
    status: 409,
    body: { code: 'registration-closed', message: 'Registration for this event is closed.' },
  })
  for (const key of ['zzzzzzzz', '00000000-0000-4000-8000-000000000000', 'no-event']) {
    expect((await visitor('POST', `/api/events/${key}/register`, anAttendee('Ada'))).status).toBe(404)
  }
  expect(await db.$count(registrations)).toBe(0)
})

test('one address registers 600 people an hour, over all processes; another goes on', async () => {
  const server = await withEvent({}, { TRUST_PROXY: '127.0.0.1' })
  const beside = await startServer({ environment: { TRUST_PROXY: '127.0.0.1' }, beside: server })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const path = `/api/events/${server.event.id}/register`
  const nodes = [patiently(server.visitor), patiently(beside.visitor)]
  for (let n = 0; n < 600; n += 50) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        nodes[i % 2]?.('POST', path, anAttendee(`Ada${n + i}`), from('203.0.113.5')),
      ),
    )
    const refused = replies.filter((reply) => reply?.status !== 201)
    expect(refused.map((reply) => reply?.text)).toEqual([])
  }

  const refused = await beside.visitor('POST', path, anAttendee('Late'), from('203.0.113.5'))
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBe(3600)
  expect((await server.visitor('POST', path, anAttendee('Other'), from('203.0.113.6'))).status).toBe(201)
  expect(await server.db.$count(registrations)).toBe(601)
  server.clock.advance(hours(1))
  expect((await server.visitor('POST', path, anAttendee('Late'), from('203.0.113.5'))).status).toBe(201)
})

test('an address gets at most three mails an hour of one event, however often somebody registers it', async () => {
  const { register, mails, clock, admin, visitor } = await withEvent()
  const other = await anEvent(admin, { title: 'Other run' })
  const first = await register(anAttendee('Ada'))

  let sent = 1
  for (let minute = 11; minute < 60; minute += 11) {
    clock.advance(minutes(11))
    expect((await register(anAttendee('Eve', { email: 'ada@mail.test' }))).body).toEqual(first.body)
    sent = Math.min(3, sent + 1)
    await eventually(async () => expect(await mails()).toHaveLength(sent))
  }
  expect(await mails()).toHaveLength(3)
  await visitor('POST', `/api/events/${other.id}/register`, anAttendee('Ada'))
  expect(await mails()).toHaveLength(4)

  clock.advance(minutes(17))
  await register(anAttendee('Ada'))
  await eventually(async () => expect(await mails()).toHaveLength(5))
})

test('who cancels and registers again and again gets three mails an hour, and stays registered', async () => {
  const { register, db, mails } = await withEvent()

  for (let n = 0; n < 5; n++) {
    await db.update(registrations).set({ status: 'cancelled' })
    expect((await register(anAttendee('Ada'))).body).toEqual(received)
  }

  expect(await mails()).toHaveLength(3)
  expect(await db.$count(registrations)).toBe(5)
})

test('a status that was not mailed because the process ended is mailed by the sweep, once', async () => {
  const { db, mails, clock, platform, register } = await withEvent()
  await register(anAttendee('Ada'))
  clock.advance(minutes(11))
  await db.update(registrations).set({ mailDueAt: clock.now() })

  await sweep(platform)
  expect(await mails()).toHaveLength(1)
  clock.advance(minutes(1))
  await Promise.all([sweep(platform), sweep(platform)])

  expect(await mails()).toHaveLength(2)
  expect(await db.select().from(registrations)).toMatchObject([{ mailDueAt: null }])
  clock.advance(hours(1))
  await sweep(platform)
  expect(await db.$count(attendeeMails)).toBe(0)
})

test('registering does the same work before the answer for an address that is known and one that is not', async () => {
  const { register, mails, clock } = await withEvent()
  await register(anAttendee('Ada'))
  clock.advance(minutes(11))
  const again = anAttendee('Eve', { email: 'ada@mail.test' })

  const unknown = await statementsOf(() => register(anAttendee('Ben')))
  const known = await statementsOf(() => register(again))
  await eventually(async () => expect(await mails()).toHaveLength(3))
  const paused = await statementsOf(() => register(again))

  // The limit, marking a known one, inserting a new one, its email.
  expect([unknown.length, known, paused]).toEqual([4, unknown, unknown])
})

/** What the database is asked about registering until the answer is there. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : String(Object(given[0]).text)
    // The event itself is read again after every announcement, whoever registers then.
    const isEvent = /^select .* from "events"/s.test(text)
    if (!isEvent && /event_registrations|attendee_mails|outbox|attempts/.test(text)) asked.push(text)
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
    return [...asked]
  } finally {
    pg.Client.prototype.query = query
  }
}
