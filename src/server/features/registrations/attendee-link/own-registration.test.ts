import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/data/events.ts'
import { startWorld } from '#server/testing.ts'
import { registrations } from '../tables.ts'

async function withLink() {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin)
  const ada = await aRegistration(server.visitor, admin, event.id)
  const [mail] = await server.mails()
  const token = new URL(/http:\S+\?r=\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('r') ?? ''
  const own = (action = '', wanted = token, key = event.shortCode) =>
    server.visitor('POST', `/api/events/${key}/registration${action}`, { token: wanted })
  const decide = (status: string) =>
    admin('PATCH', `/api/events/${event.id}/registrations/${ada.id}`, { status, reason: 'Full' })
  return { ...server, admin, event, ada, token, own, decide }
}

test('the mailed link shows the own status, and the code once there is one', async () => {
  const { own, decide, ada } = await withLink()

  expect((await own()).body).toMatchObject({
    id: ada.id,
    firstName: 'Ada',
    status: 'pending',
    waiting: false,
    qr: null,
  })
  const { body: approved } = await decide('approved')
  const { body, text } = await own()

  expect(body).toMatchObject({
    status: 'approved',
    qr: {
      code: ada.code,
      payload: approved.qrCodePayload,
      size: expect.any(Number),
      path: expect.stringMatching(/^M/),
    },
  })
  expect(text).not.toMatch(/ada@mail|599912|decidedBy/)
})

test('a token opens one registration of one event, and an altered one nothing', async () => {
  const { own, token, admin, visitor, event, ada } = await withLink()
  const other = await anEvent(admin, { title: 'Other run' })
  const ben = await aRegistration(visitor, admin, event.id, 'Ben')
  const [id = '', mark = ''] = token.split('.')
  const bens = Buffer.from(ben.id.replaceAll('-', ''), 'hex').toString('base64url')
  const flipped = `${mark[0] === 'A' ? 'B' : 'A'}${mark.slice(1)}`

  expect((await own('', token, event.id)).body.id).toBe(ada.id)
  const forged = [
    '',
    '.',
    id,
    `${id}.`,
    `${id}.${flipped}`,
    `${bens}.${mark}`,
    `${token}.x`,
    `${token}x`,
    `${id}.${'A'.repeat(43)}`,
  ]
  for (const wrong of [...forged.map((one) => own('', one)), own('', token, other.id), own('', token, 'zzzzzzzz')]) {
    expect(await wrong).toMatchObject({ status: 404, body: { code: 'registration-gone' } })
  }
})

test('whoever cancels gives the place and the code back, and may come again', async () => {
  const { own, decide, db, admin, event, visitor, ada } = await withLink()
  await decide('approved')

  const cancelled = await own('/cancel')

  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', qr: null } })
  expect(await own('/cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  expect(await db.select().from(registrations)).toMatchObject([{ qrCodePayload: null, issue: 1 }])
  expect(await decide('approved')).toMatchObject({
    status: 409,
    body: { message: 'This registration was cancelled by the attendee on 1 Jun 2026, 08:00.' },
  })
  expect((await admin('POST', `/api/events/${event.id}/registrations/${ada.id}/reopening`)).status).toBe(409)
  expect((await visitor('POST', `/api/events/${event.id}/register`, anAttendee('Ada'))).status).toBe(201)
  expect(await db.$count(registrations)).toBe(2)
})

test('who is inside cannot cancel', async () => {
  const { own, decide, db, clock } = await withLink()
  await decide('approved')
  await db.update(registrations).set({ checkedIn: true, checkedInAt: clock.now() })

  expect(await own('/cancel')).toMatchObject({ status: 409, body: { code: 'already-inside' } })
  expect(await own()).toMatchObject({ body: { status: 'approved', checkedInAt: clock.now().toISOString() } })
})

test('the own mail comes again, at most once in ten minutes, and the answer says which', async () => {
  const { own, decide, clock, mails, db } = await withLink()
  await decide('rejected')

  expect((await own('/resend')).body).toMatchObject({
    sent: false,
    message: 'The email you asked for less than a minute ago is still on its way; you can ask again in 10 minutes.',
    sentAt: null,
  })
  await db.update(outbox).set({ state: 'sent' })
  clock.advance(minutes(6))
  expect(await own('/resend')).toMatchObject({
    status: 200,
    body: {
      sent: false,
      message: 'Sent 6 minutes ago; you can ask again in 4.',
      sentAt: '2026-06-01T12:00:00.000Z',
      nextAt: '2026-06-01T12:10:00.000Z',
    },
  })
  expect(await mails()).toHaveLength(2)
  clock.advance(minutes(4))
  expect((await own('/resend')).body).toEqual({
    sent: true,
    message: 'The email is on its way.',
    sentAt: '2026-06-01T12:10:00.000Z',
    nextAt: null,
  })
  for (let n = 0; n < 2; n++) expect((await own('/resend')).body.sent).toBe(false)

  const sent = await mails()
  expect(sent).toHaveLength(3)
  expect(sent[2]).toMatchObject({ template: 'registration-rejected', text: expect.stringContaining('Full') })
})

test('the third own mail within an hour was the last; the answer says when the next may be asked for', async () => {
  const { own, clock, mails, db } = await withLink()
  for (let n = 0; n < 2; n++) {
    clock.advance(minutes(10))
    expect((await own('/resend')).body.sent).toBe(true)
  }
  await db.update(outbox).set({ state: 'sent' })
  clock.advance(minutes(15))

  expect((await own('/resend')).body).toMatchObject({
    sent: false,
    message: 'Sent 15 minutes ago; you can ask again in 25.',
    nextAt: '2026-06-01T13:00:00.000Z',
  })
  expect(await mails()).toHaveLength(3)
  clock.advance(minutes(25))
  expect((await own('/resend')).body.sent).toBe(true)
})

test('there is no mail about a cancelled registration to send again', async () => {
  const { own, clock, mails } = await withLink()
  await own('/cancel')
  clock.advance(minutes(10))
  const before = (await mails()).length

  expect((await own('/resend')).body).toMatchObject({
    sent: false,
    message: 'This registration is cancelled: there is no email to send.',
  })
  expect(await mails()).toHaveLength(before)
})

test('a new code ends the links mailed before; the mail with the new code has a link that works', async () => {
  const { own, decide, admin, event, ada, mails, token } = await withLink()
  await decide('approved')
  expect((await own()).status).toBe(200)

  await admin('POST', `/api/events/${event.id}/registrations/${ada.id}/reissue`)

  for (const action of ['', '/cancel', '/resend']) {
    expect(await own(action)).toMatchObject({ status: 404, body: { code: 'registration-gone' } })
  }
  const links = (await mails()).map(({ text }) => /\?r=(\S+)/.exec(text)?.[1] ?? '')
  const [newest = ''] = links.filter((link) => link !== token)
  expect((await own('', newest)).body).toMatchObject({ id: ada.id, status: 'approved' })
})
