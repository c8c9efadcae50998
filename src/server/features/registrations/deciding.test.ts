import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isGenuine, readCode } from '#contract/door/codes.ts'
import { events } from '#server/features/events/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { soon } from '#server/testing/data/door.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { scanQr } from '#server/testing/scan-qr.ts'
import { startWorld } from '#server/testing.ts'
import { registrations } from './tables.ts'

async function withAda(changes: Record<string, unknown> = {}) {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin, changes)
  const ada = await aRegistration(server.visitor, admin, event.id)
  // The clock stands still, and mails are listed by time.
  server.clock.advance(minutes(1))
  const list = `/api/events/${event.id}/registrations`
  return { ...server, admin, event, ada, list, path: `${list}/${ada.id}` }
}

test('an approval issues a code and posts the mail with it', async () => {
  const { admin, path, mails, ada, event, db } = await withAda()

  const reply = await admin('PATCH', path, { status: 'approved' })

  expect(reply).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      qrCode: `${path}/qr.png`,
      approvedAt: '2026-06-01T12:01:00.000Z',
      decidedBy: 'root Admin',
      mail: { template: 'registration-approved', state: 'queued', at: '2026-06-01T12:01:00.000Z' },
    },
  })
  const code = readCode(reply.body.qrCodePayload)
  const [row] = await db.select().from(events)
  expect(code).toMatchObject({ eventId: event.id, registrationId: ada.id, issue: 1 })
  expect(code && (await isGenuine(code, row?.publicKey ?? ''))).toBe(true)
  const [, mail] = await mails()
  expect(mail).toMatchObject({
    template: 'registration-approved',
    toAddress: 'ada@mail.test',
    subject: 'Your registration for Beach run is confirmed',
    text: expect.stringContaining(`Your code: ${ada.code}`),
    attachments: [
      { filename: 'qr-code.png', contentType: 'image/png', cid: expect.any(String) },
      { filename: 'event.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
    ],
  })
  expect(mail?.html).toContain(`href="http://week.test/e/${event.shortCode}?r=`)
  expect(mail?.html).toContain(`src="cid:${mail?.attachments[0]?.cid}"`)
  expect(mail?.html).not.toContain('data:')
})

test('a rejection is told neutrally, with the reason if there is one', async () => {
  const { admin, path, mails } = await withAda()

  const reply = await admin('PATCH', path, { status: 'rejected', reason: 'Only for members <b>' })

  expect(reply.body).toMatchObject({
    status: 'rejected',
    reason: 'Only for members <b>',
    qrCode: null,
    approvedAt: null,
  })
  const [, mail] = await mails()
  expect(mail).toMatchObject({ template: 'registration-rejected', subject: 'About your registration for Beach run' })
  expect(mail?.text).toContain('Only for members <b>')
  expect(mail?.html).toContain('Only for members &lt;b&gt;')
})

test('the same decision again changes nothing and sends nothing; the opposite says who decided and when', async () => {
  const { admin, anAdmin, path, mails, db, clock } = await withAda()
  const other = await anAdmin('zoe')
  const first = await admin('PATCH', path, { status: 'approved' })
  clock.advance(minutes(5))

  const same = await other('PATCH', path, { status: 'approved' })
  const opposite = await other('PATCH', path, { status: 'rejected' })

  expect([same.status, same.body]).toEqual([200, first.body])
  expect(opposite).toMatchObject({
    status: 409,
    body: {
      code: 'registration-decided',
      message: 'This registration was approved by root Admin on 1 Jun 2026, 08:01.',
    },
  })
  expect(await mails()).toHaveLength(2)
  expect(await db.select().from(registrations)).toMatchObject([{ status: 'approved', issue: 1 }])
})

test('a reopened registration waits again; its code is revoked and the next one has another number', async () => {
  const { admin, path, db } = await withAda()
  const { body: approved } = await admin('PATCH', path, { status: 'approved' })

  const reopened = await admin('POST', `${path}/reopening`)
  expect(reopened.body).toMatchObject({ status: 'pending', qrCode: null, qrCodePayload: null, decidedBy: null })
  expect((await admin('POST', `${path}/reopening`)).body.code).toBe('registration-not-decided')
  const { body: again } = await admin('PATCH', path, { status: 'approved' })

  expect(again.qrCodePayload).not.toBe(approved.qrCodePayload)
  expect(readCode(again.qrCodePayload)?.issue).toBe(2)
  expect(await db.select().from(registrations)).toMatchObject([{ issue: 2 }])
})

test('a new code replaces the old one and is mailed; the same code can be mailed again', async () => {
  const { admin, path, mails, clock } = await withAda()
  for (const action of ['resend', 'reissue']) {
    expect((await admin('POST', `${path}/${action}`)).body.code).toBe('registration-not-approved')
  }
  expect((await admin('GET', `${path}/qr.png`)).body.code).toBe('registration-not-approved')
  const { body: approved } = await admin('PATCH', path, { status: 'approved' })

  clock.advance(minutes(1))
  expect((await admin('POST', `${path}/resend`)).body.qrCodePayload).toBe(approved.qrCodePayload)
  clock.advance(minutes(1))
  const { body: renewed } = await admin('POST', `${path}/reissue`)

  expect(readCode(renewed.qrCodePayload)?.issue).toBe(2)
  const [, first, second, third] = await mails()
  expect(second?.attachments[0]).toEqual(first?.attachments[0])
  expect(third?.attachments[0]?.content).not.toBe(first?.attachments[0]?.content)
  const picture = await admin('GET', `${path}/qr.png`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a camera reads the code from the picture in the email', async () => {
  const { admin, path, mails } = await withAda()

  const { body: approved } = await admin('PATCH', path, { status: 'approved' })

  const mail = (await mails()).at(-1)
  expect(await scanQr(Buffer.from(mail?.attachments[0]?.content ?? '', 'base64'))).toBe(approved.qrCodePayload)
})

test('who is inside can be neither reopened nor given another code', async () => {
  const { admin, path, db, clock } = await withAda()
  await admin('PATCH', path, { status: 'approved' })
  await db.update(registrations).set({ checkedIn: true, checkedInAt: clock.now() })

  for (const action of ['reopening', 'reissue']) {
    expect(await admin('POST', `${path}/${action}`)).toMatchObject({ status: 409, body: { code: 'already-inside' } })
  }
})

test('many are decided in one go; those decided before, of another event or unknown are left alone', async () => {
  const { visitor, admin, event, list, ada, mails, db } = await withAda()
  const other = await anEvent(admin, { title: 'Other run' })
  const stranger = await aRegistration(visitor, admin, other.id, 'Stranger')
  const ids = [ada.id]
  for (let n = 0; n < 60; n++) ids.push((await aRegistration(visitor, admin, event.id, `Ben${n}`)).id)
  await admin('PATCH', `${list}/${ada.id}`, { status: 'rejected' })
  const unknown = '00000000-0000-4000-8000-000000000000'
  const before = (await mails()).length

  const reply = await admin('POST', `${list}/decisions`, {
    ids: [...ids, ...ids, stranger.id, unknown],
    status: 'approved',
  })

  expect(reply.body).toEqual({ decided: 60, left: 3, withoutPlace: 0 })
  expect((await mails()).length - before).toBe(60)
  expect((await admin('GET', `${list}/counts`)).body).toMatchObject({ approved: 60, rejected: 1, mailsQueued: 61 })
  const [untouched] = await db.select().from(registrations).where(eq(registrations.id, stranger.id))
  expect(untouched?.status).toBe('pending')
})

test('an attendee of one event is not found under another', async () => {
  const { admin, ada, db } = await withAda()
  const other = await anEvent(admin, { title: 'Other run' })
  const path = `/api/events/${other.id}/registrations/${ada.id}`
  const before = await db.select().from(registrations)

  const replies = [
    await admin('PATCH', path, { status: 'approved' }),
    await admin('GET', `${path}/qr.png`),
    ...(await Promise.all(['reopening', 'resend', 'reissue'].map((action) => admin('POST', `${path}/${action}`)))),
  ]

  for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'registration-gone' } })
  expect(isDeepStrictEqual(await db.select().from(registrations), before)).toBe(true)
})

test('the log names who decided, and the attendee by code only', async () => {
  const { admin, path, ada } = await withAda()
  await admin('PATCH', path, { status: 'approved' })
  await admin('POST', `${path}/resend`)
  await admin('POST', `${path}/reissue`)
  await admin('POST', `${path}/reopening`)
  await admin('PATCH', path, { status: 'rejected', reason: 'For Ada Lovelace' })

  const { body, text } = await admin('GET', '/api/admin/audit')

  expect(body.slice(0, 5).map(({ action }: { action: string }) => action)).toEqual([
    'rejected registration',
    'reopened registration',
    'issued a new QR code for',
    'sent the QR code again for',
    'approved registration',
  ])
  expect(body[0]).toMatchObject({ actor: 'root@week.test', subject: `Beach run: ${ada.code}`, subjectId: ada.id })
  expect(text).not.toMatch(/Lovelace|ada@mail/)
})

test('failed mails are shown, and tried again in one go', async () => {
  const { admin, db, list } = await withAda()
  await db.update(outbox).set({ state: 'failed', lastError: '550 no such mailbox' })
  expect((await admin('GET', list)).body[0].mail.state).toBe('failed')
  expect((await admin('GET', `${list}/counts`)).body).toMatchObject({ mailsFailed: 1, mailsQueued: 0 })

  expect((await admin('POST', `${list}/mail-retries`)).body).toEqual({ retried: 1 })

  expect((await admin('GET', list)).body[0].mail.state).toBe('queued')
  expect((await admin('POST', `${list}/mail-retries`)).body).toEqual({ retried: 0 })
})

test('the audit log names attendees by their codes only, whatever an administrator does with them', async () => {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin, { eventDate: soon })
  const path = `/api/events/${event.id}`
  const personal = { lastName: 'Quisquilla', email: 'ada@quisquilla.test', companyName: 'Quisquilla Ltd' }
  const { id, code } = await aRegistration(server.visitor, admin, event.id, 'Quisada', personal)
  const one = `${path}/registrations/${id}`

  const done = [
    await admin('PATCH', one, { status: 'rejected', reason: 'Full' }),
    await admin('POST', `${one}/reopening`),
    await admin('PATCH', one, { status: 'approved' }),
    await admin('POST', `${one}/resend`),
    await admin('POST', `${one}/reissue`),
    await admin('POST', `${path}/check-in`, { registrationId: id }),
    await admin('DELETE', `${path}/check-in/${id}`),
    await admin('GET', `${path}/registrations.csv?q=Quis`),
    await admin('POST', `${path}/registrations/mail-retries`),
  ]

  expect(done.map(({ status }) => status)).toEqual(Array(done.length).fill(200))
  const log = JSON.stringify(await server.db.select().from(auditEntries))
  expect(log).not.toMatch(/quis/i)
  expect(log.split(`: ${code}`)).toHaveLength(7)
})
