import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { approvedRows, cutAfter, expectOneEach, withAttendees } from '../reminders/testing.ts'
import { sweep } from '../service.ts'
import { eventMessages } from '../tables.ts'
import { messageMailJob } from './messages.ts'

const towel = {
  audience: 'approved',
  subject: 'Bring a towel to {eventTitle}',
  text: 'Dear {firstName},\n\nthe water is warm. <b>{unknown}</b> {code}\n\nThe organisers',
}

async function withMessages(names: string[], options: Parameters<typeof withAttendees>[1] = {}) {
  const server = await withAttendees(names, options)
  const { db, platform, admin, path } = server
  async function work() {
    const worker = startJobs(platform, [messageMailJob], { pollEveryMs: 20 })
    await eventually(
      async () => (await db.select().from(eventMessages)).every(({ finishedAt }) => finishedAt),
      'the message to be posted',
    )
    await worker.stop()
  }
  const send = (changes: Record<string, unknown> = {}, key?: string) =>
    admin('POST', `${path}/messages`, { ...towel, ...changes }, key ? { headers: { 'idempotency-key': key } } : {})
  const preview = (changes: Record<string, unknown> = {}) =>
    admin('POST', `${path}/message-preview`, { ...towel, ...changes })
  const messages = async () => (await admin('GET', `${path}/messages`)).body
  const setState = (name: string, state: 'sent' | 'failed') =>
    db
      .update(outbox)
      .set({ state })
      .where(and(eq(outbox.template, 'event-message'), eq(outbox.toAddress, `${name}@mail.test`)))
  return { ...server, work, send, preview, messages, setState }
}

test('the preview is what the first recipient gets, byte for byte, and says how many there are', async () => {
  const { preview, send, work, mailsOf, register, decide, clock } = await withMessages(['Ada'])
  clock.advance(minutes(1))
  await register('Ben')
  await decide('Ben', 'approved')
  await register('Cleo')

  const shown = await preview()
  expect(shown).toMatchObject({ status: 200, body: { recipients: 2, mailsOff: 0, email: { to: 'Ada Lovelace' } } })
  expect(await mailsOf('event-message'), 'nothing is sent by looking').toEqual([])
  await send()
  await work()

  const adas = (await mailsOf('event-message')).find(({ toAddress }) => toAddress === 'ada@mail.test')
  const { subject, html, text } = shown.body.email
  expect({ subject: adas?.subject, html: adas?.html, text: adas?.text }).toEqual({ subject, html, text })
  expect(subject).toBe('Bring a towel to Beach run')
  expect(text).toMatch(/^Dear Ada,\n\nthe water is warm\. <b>\{unknown\}<\/b> \w{3}-\w{3}\n\nThe organisers\n/)
  expect(html).toContain('&lt;b&gt;{unknown}&lt;/b&gt;')
  expect(adas?.letter.unsubscribe?.oneClickUrl).toContain('/registration/unsubscription?token=')
})

test('a message goes to whom it is meant for, each once, and is listed with who sent it when', async () => {
  const { send, work, told, register, decide, own, messages, db, clock } = await withMessages(['Ada', 'Ben', 'Kim'])
  await register('Cleo')
  await register('Eva')
  await decide('Eva', 'rejected')
  await own('Kim', '/cancel')

  const first = await send({ audience: 'all' })
  await work()
  expect(first).toMatchObject({ status: 201, body: { audience: 'all', recipients: 3, sent: 0, failed: 0 } })
  expect(await told('event-message')).toEqual(['Ada', 'Ben', 'Cleo'])
  const at = clock.now().toISOString()
  clock.advance(minutes(1))
  await send()
  await work()

  expect(await told('event-message')).toEqual(['Ada', 'Ada', 'Ben', 'Ben', 'Cleo'])
  expect(await messages()).toMatchObject([
    { audience: 'approved', recipients: 2 },
    { ...towel, audience: 'all', recipients: 3, sentBy: 'root Admin', sentAt: at },
  ])
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'sent a message to attendees of'))
  expect(entries).toMatchObject([{ subject: 'Beach run' }, { subject: 'Beach run' }])
})

test('the list says how many emails have left and how many failed', async () => {
  const { send, work, messages, setState } = await withMessages(['Ada', 'Ben', 'Cleo'])
  await send()
  await work()
  expect(await messages()).toMatchObject([{ recipients: 3, sent: 0, failed: 0 }])

  await setState('ada', 'sent')
  await setState('ben', 'failed')

  expect(await messages()).toMatchObject([{ recipients: 3, sent: 1, failed: 1 }])
})

test('what failed is tried again in one go, but not to who cancelled or wants no messages', async () => {
  const { send, work, messages, setState, own, visitor, mailsOf, admin, path, db } = await withMessages([
    'Ada',
    'Ben',
    'Cleo',
    'Dan',
  ])
  const { id } = (await send()).body
  await work()
  await setState('ada', 'sent')
  for (const name of ['ben', 'cleo', 'dan']) await setState(name, 'failed')
  await own('Cleo', '/cancel')
  const dans = (await mailsOf('event-message')).find(({ toName }) => toName.startsWith('Dan'))
  const link = new URL(dans?.letter.unsubscribe?.oneClickUrl ?? '')
  expect((await visitor('POST', link.pathname + link.search)).status).toBe(200)
  const retry = (of = path) => admin('POST', `${of}/messages/${id}/mail-retries`)

  expect(await retry()).toMatchObject({ status: 200, body: { retried: 1 } })

  const states = await db
    .select({ to: outbox.toAddress, state: outbox.state, attempts: outbox.attempts })
    .from(outbox)
    .where(eq(outbox.template, 'event-message'))
    .orderBy(outbox.toAddress)
  expect(states.map(({ to, state }) => `${to} ${state}`)).toEqual([
    'ada@mail.test sent',
    'ben@mail.test queued',
    'cleo@mail.test failed',
    'dan@mail.test failed',
  ])
  expect(await messages()).toMatchObject([{ recipients: 4, sent: 1, failed: 2 }])
  expect(await retry(), 'once').toMatchObject({ body: { retried: 0 } })
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'sent a message again to attendees of'))
  expect(entries).toHaveLength(1)
  const other = await anEvent(admin)
  expect((await retry(`/api/events/${other.id}`)).status, 'of another event').toBe(404)
})

test('sent twice with one key it is sent once', async () => {
  const { send, work, told, messages } = await withMessages(['Ada'])
  const key = 'pressed-twice-0001'

  const replies = [await send({}, key), await send({}, key)]
  await work()

  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(replies[1]?.headers.get('idempotency-replayed')).toBe('true')
  expect(await messages()).toHaveLength(1)
  expect(await told('event-message')).toEqual(['Ada'])
})

test('who is absent is told after the event: approved and not checked in', async () => {
  const { send, preview, work, told, admin, path, ids, setClock } = await withMessages(['Ada', 'Ben'])
  for (const reply of [await send({ audience: 'absent' }), await preview({ audience: 'absent' })])
    expect([reply.status, reply.body.code]).toEqual([409, 'event-not-over'])
  setClock('2026-06-03T18:30:00.000Z')
  expect((await admin('POST', `${path}/check-in`, { registrationId: ids.get('Ada') })).status).toBe(200)
  setClock('2026-06-04T18:00:00.000Z')

  await send({ audience: 'absent' })
  await work()

  expect(await told('event-message')).toEqual(['Ben'])
})

test('who switched messages off is counted apart and gets none, also when that is while it is queued', async () => {
  const { send, preview, work, told, messages, mailsOf, visitor } = await withMessages(['Ada', 'Ben'])
  await send()
  await work()
  const [adas] = (await mailsOf('event-message')).filter(({ toAddress }) => toAddress === 'ada@mail.test')
  await visitor('POST', adas?.letter.unsubscribe?.oneClickUrl.replace('http://week.test', '') ?? '')

  expect(await told('event-message')).toEqual(['Ben'])
  expect(await messages()).toMatchObject([{ recipients: 1 }])
  expect((await preview()).body).toMatchObject({ recipients: 1, mailsOff: 1, email: { to: 'Ben Lovelace' } })
})

test('a message to nobody is refused, and words are required', async () => {
  const { send, preview, messages } = await withMessages([])

  expect((await preview()).body).toEqual({ recipients: 0, mailsOff: 0, email: null })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'no-recipients' } })
  expect(await send({ subject: ' ', text: '' })).toMatchObject({
    status: 400,
    body: { fields: { subject: 'Subject is required', text: 'Message is required' } },
  })
  expect(await messages()).toEqual([])
})

test('emails that failed in the middle are sent by the next sweep, each once', async () => {
  const { send, db, event, platform, unchanged, mailsOf, clock, messages } = await withMessages([], {
    statements: [cutAfter(1)],
  })
  await db.insert(registrations).values(approvedRows(event.id, 250))
  await send()
  clock.advance(minutes(2))

  await expect(sweep(platform)).rejects.toThrow()
  expect(await mailsOf('event-message')).toHaveLength(100)
  await sweep(unchanged.platform)

  expectOneEach(await mailsOf('event-message'), 250)
  expect(await messages()).toMatchObject([{ recipients: 250 }])
})
