import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isGenuine, readCode } from '#contract/door/codes.ts'
import { events } from '#server/features/events/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { startDelivery } from '#server/platform/mail/deliver.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { missingMailServer, startMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { startSink } from '#server/platform/mail/testing/sink.ts'
import { openTransport } from '#server/platform/mail/transports/open-transport.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { patiently } from '#server/testing/guards.ts'
import { scanQr } from '#server/testing/scan-qr.ts'
import { startServer } from '#server/testing.ts'
import { approvedRows } from '../../attendee-mails/reminders/testing.ts'
import { registrations } from '../tables.ts'

/** So many people who wait for a decision, written straight into the table. */
const pendingRows = (eventId: string, count: number) =>
  approvedRows(eventId, count).map((row) => ({
    ...row,
    status: 'pending' as const,
    approvedAt: null,
    issue: 0,
    qrCodePayload: null,
  }))

async function delivering(smtpUrl: string) {
  const server = await startServer({ environment: { SMTP_URL: smtpUrl, MAIL_FROM: 'Sports Week <week@week.test>' } })
  const transport = openTransport(server.platform.config)
  const delivery = startDelivery(server.platform, transport, { pollEveryMs: 100, pauseBetweenBatchesMs: 0 })
  onTestFinished(async () => {
    await delivery.stop()
    transport.close()
  })
  const admin = await server.anAdmin()
  return { ...server, admin, event: await anEvent(admin) }
}

const missing = missingMailServer()
if (missing) console.warn(`\nNOT TESTED: the code as it arrives through postfix and dovecot (${missing})\n`)

describe.skipIf(missing)('through postfix to a mailbox of dovecot', () => {
  let postfix: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    postfix = await startMailServer()
  })
  afterAll(() => postfix?.stop())

  test('an attendee can scan the picture of the mail that arrived, and the code in it is genuine', async () => {
    const { admin, visitor, event, db } = await delivering(postfix.url)
    const ada = await aRegistration(visitor, admin, event.id, 'Ada', { email: 'ada@app.test' })

    await admin('PATCH', `/api/events/${event.id}/registrations/${ada.id}`, { status: 'approved' })

    const mail = await eventually(async () => {
      const arrived = await postfix.mailbox('ada@app.test')
      const confirmation = arrived.find((one) => one.subject?.includes('confirmed'))
      expect(confirmation).toBeDefined()
      return confirmation
    })
    const picture = mail?.attached('image/png')
    expect(mail?.html).toContain(`src="cid:${picture?.cid}"`)
    const code = readCode(await scanQr(picture?.content))
    const [row] = await db.select().from(events)
    expect(code).toMatchObject({ eventId: event.id, registrationId: ada.id, issue: 1 })
    expect(code && (await isGenuine(code, row?.publicKey ?? ''))).toBe(true)
    expect(mail?.text).toContain(`Your code: ${ada.code}`)
    expect(mail?.attached('text/calendar')?.content.toString()).toContain('METHOD:PUBLISH')
    await eventually(async () => {
      const { body } = await admin('GET', `/api/events/${event.id}/registrations`)
      expect(body[0].mail.state).toBe('sent')
    })
  })
})

test('a thousand approvals go through in an hour without a mail server; their mails leave when it is back, each once', async () => {
  const gone = await startSink()
  await gone.close()
  const { admin, event, db, mails, clock } = await delivering(gone.url)
  const list = `/api/events/${event.id}/registrations`
  const ids = (await db.insert(registrations).values(pendingRows(event.id, 1_000)).returning()).map(({ id }) => id)

  const replies = await Promise.all([
    ...ids.slice(0, 20).map((id) => patiently(() => admin('PATCH', `${list}/${id}`, { status: 'approved' }))),
    patiently(() => admin('POST', `${list}/decisions`, { ids, status: 'approved' })),
  ])

  for (const { status } of replies) expect(status).toBe(200)
  expect((await admin('GET', `${list}/counts`)).body).toMatchObject({
    approved: 1_000,
    mailsQueued: 1_000,
    mailsFailed: 0,
  })
  expect((await mails()).filter(({ template }) => template === 'registration-approved')).toHaveLength(1_000)

  const back = await startSink({}, gone.port)
  onTestFinished(() => back.close())
  // Mails that were tried wait by the clock, which stands still until it is moved.
  clock.advance(minutes(10))
  await vi.waitFor(() => expect(back.received.length).toBe(1_000), { timeout: 400_000, interval: 100 })
  expect(new Set(back.received.map(({ messageId }) => messageId)).size).toBe(1_000)
}, 600_000)
