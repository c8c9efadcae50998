import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderMail } from '#contract/branding/mail-layout.ts'
import { confirmationMail } from '#contract/events/confirmation.ts'
import { confirmationWords, fillIn } from '#contract/events/mail-text.ts'
import { eventMoment } from '#contract/events/moment.ts'
import { minutes } from '#server/platform/clock.ts'
import type { outbox } from '#server/platform/mail/tables.ts'
import { aLeasedMail } from '#server/platform/mail/testing/mails.ts'
import { readMail } from '#server/platform/mail/testing/read-mail.ts'
import { emlTransport } from '#server/platform/mail/transports/eml.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { startWorld } from '#server/testing.ts'
import { registrations } from '../tables.ts'

async function approvedWith(eventChanges: Record<string, unknown>, attendee: Record<string, unknown> = {}) {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin, eventChanges)
  const ada = await aRegistration(server.visitor, admin, event.id, (attendee.firstName as string) ?? 'Ada', {
    email: 'ada@mail.test',
    ...attendee,
  })
  server.clock.advance(minutes(1))
  await admin('PATCH', `/api/events/${event.id}/registrations/${ada.id}`, { status: 'approved' })
  const [received, approved] = await server.mails()
  if (!received || !approved) throw new Error('mails are missing')
  return { ...server, admin, event, ada, received, approved }
}

/** As it leaves for the world. */
async function written(mail: typeof outbox.$inferSelect) {
  const folder = mkdtempSync(join(tmpdir(), 'week-letters-'))
  const transport = emlTransport(folder, { name: 'Week', address: 'week@week.test' })
  await transport.send(aLeasedMail({ ...mail, messageId: '<x@week.test>' }))
  transport.close()
  const raw = readFileSync(join(folder, readdirSync(folder)[0] ?? ''))
  rmSync(folder, { recursive: true })
  return readMail(raw)
}

test('the organisers write their own text; known placeholders are filled in, others stay as typed', async () => {
  const { approved, ada, event } = await approvedWith({
    emailSubject: 'See you at {eventTitle}, {firstName}',
    emailBodyText:
      'Dear {firstName} {lastName} of {companyName},\n\ncome on {eventDate}.\nCode {code} {nothing} {{7*7}} #{7*7} {__proto__} {constructor}\n\n{link}',
  })

  expect(approved.subject).toBe('See you at Beach run, Ada')
  expect(approved.text).toContain(
    `Dear Ada Lovelace of Analytical Engines,\n\ncome on Saturday 20 June 2026, 06:00 (Curacao time, GMT−4).\nCode ${ada.code} {nothing} {{7*7}} #{7*7} {__proto__} {constructor}\n\nhttp://week.test/e/${event.shortCode}?r=`,
  )
  expect(approved.html).toContain(`Code ${ada.code} {nothing} {{7*7}} #{7*7}`)
})

test('a placeholder in what an attendee typed is not filled in', async () => {
  const { approved, received } = await approvedWith(
    { emailBodyText: 'Hello {firstName} from {companyName}' },
    { firstName: '{link}{code}', lastName: '{eventTitle}', companyName: '{firstName}' },
  )

  expect(approved.text).toContain('Hello {link}{code} from {firstName}')
  expect(received.toName).toBe('{link}{code} {eventTitle}')
  expect(fillIn('{firstName}', { firstName: '{code}' } as never)).toBe('{code}')
})

test('markup in any field arrives as text, in every mail', async () => {
  const evilName = '<img src=x onerror=alert(1)>"\'</style><a href="evil">'
  const evil = `${evilName}<a href="https://evil.test">`
  const { approved, received, admin, event, ada, mails, clock } = await approvedWith(
    { title: `Run ${evil}`, place: evil, emailBodyText: `${evil} {firstName} {companyName} {eventTitle}` },
    { firstName: evilName, lastName: evilName, companyName: evilName },
  )
  clock.advance(minutes(1))
  await admin('POST', `/api/events/${event.id}/registrations/${ada.id}/reopening`)
  await admin('PATCH', `/api/events/${event.id}/registrations/${ada.id}`, { status: 'rejected', reason: evil })
  const rejected = (await mails())[2]

  for (const mail of [received, approved, rejected]) {
    expect(mail?.html).not.toMatch(/<img src=x|<a href="(https:\/\/)?evil|"'<\/style>/)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    const links = [...(mail?.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')
    for (const link of links) expect(link).toMatch(/^(http:\/\/week\.test\/|cid:)/)
    expect(mail?.html).not.toMatch(/data:/)
  }
})

test('line breaks in names, titles and subjects begin no header', async () => {
  const { received, admin, event, ada, db, mails, clock } = await approvedWith({
    title: 'Beach run\r\nX-Title: yes',
    emailSubject: 'Hello {firstName}\r\nBcc: evil@mail.test\r\n\r\nBody',
  })
  // As it may have been stored before names were checked.
  await db.update(registrations).set({ firstName: 'Ada\r\nX-Name: yes', lastName: 'Love\nlace' })
  clock.advance(minutes(1))
  await admin('POST', `/api/events/${event.id}/registrations/${ada.id}/resend`)
  const [, , again] = await mails()
  if (!again) throw new Error('the mail is missing')

  for (const mail of [received, again]) {
    const parsed = await written(mail)
    for (const name of ['x-name', 'x-title', 'bcc']) expect(parsed.header(name)).toEqual([])
    expect(parsed.header('subject')).toHaveLength(1)
  }
  expect((await written(again)).to).toBe('"Ada X-Name: yes Love lace" <ada@mail.test>')
  expect((await written(again)).subject).toBe('Hello Ada X-Name: yes Bcc: evil@mail.test Body')
})

test('the picture is inline beside its page, the calendar file an attachment', async () => {
  const { approved } = await approvedWith({})

  const mail = await written(approved)

  const picture = mail.attached('image/png')
  const calendar = mail.attached('text/calendar')
  expect(picture).toMatchObject({ contentDisposition: 'inline', cid: approved.attachments[0]?.cid })
  expect(picture?.content.subarray(1, 4).toString()).toBe('PNG')
  expect(calendar?.headers.get('content-type')).toMatchObject({ params: { method: 'PUBLISH' } })
  expect(calendar?.content.toString()).toContain('BEGIN:VEVENT')
})

test('before the date is known there is no calendar file, and the mail says so', async () => {
  const { admin, event, visitor, mails, clock } = await approvedWith({})
  await admin('PATCH', `/api/events/${event.id}`, { eventDate: null })
  const ben = await aRegistration(visitor, admin, event.id, 'Ben')
  clock.advance(minutes(1))

  await admin('PATCH', `/api/events/${event.id}/registrations/${ben.id}`, { status: 'approved' })

  const mail = (await mails()).at(-1)
  expect(mail?.attachments).toMatchObject([{ filename: 'qr-code.png' }])
  expect(mail?.text).toContain('Date: To be announced')
})

test('a test mail goes to the administrator who asks, with the texts of the form', async () => {
  const { admin, event, mails, clock } = await approvedWith({
    emailSubject: 'Stored {firstName}',
    emailBodyText: 'Stored',
  })
  clock.advance(minutes(1))

  const reply = await admin('POST', `/api/events/${event.id}/test-mail`, { emailSubject: 'Typed {lastName}' })

  expect(reply.status).toBe(200)
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({
    template: 'registration-test',
    toAddress: 'root@week.test',
    subject: '[Test] Typed Lovelace',
    text: expect.stringContaining('Stored'),
  })
})

const dates = { eventDate: '2026-06-20T10:00:00.000Z', endsAt: '2026-06-20T12:30:00.000Z' }

test('the confirmation says when it begins and ends, in which zone, and where', async () => {
  const { approved, received } = await approvedWith({ ...dates, place: 'Mambo Beach' })

  const when = 'Date: Saturday 20 June 2026, 06:00–08:30 (Curacao time, GMT−4)\nPlace: Mambo Beach'
  expect(approved.text).toContain(`Hello Ada,\n\nYour place at Beach run is confirmed.\n\n${when}\n\n`)
  expect(received.text).toContain(when)
})

test('an event without a place says that it is to be announced', async () => {
  const { approved } = await approvedWith({})
  expect(approved.text).toContain('Place: To be announced')
})

test.each([
  [{ emailSubject: null, emailBodyText: null }],
  [
    {
      emailSubject: ' See you at {eventTitle} ',
      emailBodyText: 'Dear {firstName},\n\n\n come to {eventPlace} {x} {}\non {eventDate}',
    },
  ],
])('what the form shows of %j is what is sent, byte for byte', async (texts) => {
  const { approved, ada, event } = await approvedWith({
    ...{ ...dates, ...texts },
    ...{ place: 'Mambo Beach', brandingColor: '#0c677b' },
  })
  const link = /http:\/\/week\.test\/e\/\S+/.exec(approved.text)?.[0] ?? ''
  const values = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', companyName: 'Analytical Engines' },
    ...{ eventTitle: event.title, eventDate: eventMoment(dates, 'America/Curacao'), eventPlace: 'Mambo Beach' },
    ...{ code: ada.code, link },
  }

  const shown = confirmationWords(texts, values)
  const sent = await written(approved)

  expect(sent.subject).toBe(shown.subject)
  const preview = confirmationMail(texts, values, {
    brandingColor: '#0c677b',
    cid: approved.attachments[0]?.cid ?? '',
  })
  expect(sent.html).toBe(renderMail(preview.content).html)
  const words = [shown.greeting, ...shown.paragraphs].filter(Boolean).join('\n\n')
  expect(sent.text?.startsWith(`${words}\n\nYour code: ${ada.code}\n\n`)).toBe(true)
})

test('an own text is not greeted a second time', async () => {
  const { approved } = await approvedWith({ emailBodyText: 'Dear {firstName},\n\nwelcome.' })

  expect(approved.text.startsWith('Dear Ada,\n\nwelcome.\n\n')).toBe(true)
  expect(approved.html).not.toContain('Hello Ada')
})

test('the event is the headline of every mail, in its colour, with letters that can be read on it', async () => {
  for (const [brandingColor, ink] of [
    ['#ff6600', '#000000'],
    ['#211100', '#ffffff'],
  ]) {
    const { approved, received } = await approvedWith({ brandingColor })
    for (const { html } of [approved, received]) {
      expect(html).toContain(`bgcolor="${brandingColor}"`)
      expect(html).toMatch(new RegExp(`<h1 style="[^"]*color: ${ink};[^"]*">Beach run</h1>`))
    }
  }
})

test('who cancels gets a mail that takes the event out of the calendar again', async () => {
  const { approved, event, visitor, mails, clock } = await approvedWith({ ...dates })
  const token = /\?r=(\S+)/.exec(approved.text)?.[1]
  clock.advance(minutes(1))

  await visitor('POST', `/api/events/${event.id}/registration/cancel`, { token })
  await visitor('POST', `/api/events/${event.id}/registration/cancel`, { token })

  const sent = await mails()
  expect(sent).toHaveLength(3)
  const mail = sent[2]
  if (!mail) throw new Error('the mail is missing')
  expect(mail).toMatchObject({
    template: 'registration-cancelled',
    subject: 'Your registration for Beach run is cancelled',
  })
  const fileOf = async (one: typeof mail) => (await written(one)).attached('text/calendar')
  const [before, after] = [await fileOf(approved), await fileOf(mail)]
  const line = (file: typeof before, name: string) =>
    new RegExp(`^${name}:(.*)\r$`, 'm').exec(String(file?.content))?.[1]
  expect(after?.headers.get('content-type')).toMatchObject({ params: { method: 'CANCEL' } })
  expect([line(after, 'METHOD'), line(after, 'STATUS')]).toEqual(['CANCEL', 'CANCELLED'])
  expect(line(after, 'UID')).toBe(line(before, 'UID'))
  expect(Number(line(after, 'SEQUENCE'))).toBeGreaterThan(Number(line(before, 'SEQUENCE')))
})

test('who cancels before a decision has nothing in the calendar to take out', async () => {
  const { event, visitor, mails, admin, clock } = await approvedWith({ ...dates })
  await aRegistration(visitor, admin, event.id, 'Ben')
  const token = /\?r=(\S+)/.exec(
    (await mails()).find(({ toAddress }) => toAddress === 'ben@mail.test')?.text ?? '',
  )?.[1]
  clock.advance(minutes(1))

  await visitor('POST', `/api/events/${event.id}/registration/cancel`, { token })

  expect((await mails()).at(-1)).toMatchObject({ template: 'registration-cancelled', attachments: [] })
})
