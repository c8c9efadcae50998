import { expect, test } from 'vitest'
import { receivedSentence, receivedToConfirm } from '#contract/registrations/confirmation.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { anAttendee, anEvent, anEventForm } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, patiently, tally } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { sweep } from '../retention/retention.ts'
import { registrations } from '../tables.ts'
import { verifyEventCounts } from '../verify.ts'
import { offerPlacesJob } from '../waiting-list/waiting-list.ts'

async function withEvent(changes: Record<string, unknown> = {}, environment: Record<string, string> = {}) {
  const server = await startServer({ environment })
  const { clock, db, platform } = server
  const admin = await server.anAdmin()
  const event = await anEvent(admin, { capacity: 1, confirmation: 'always', ...changes })
  const path = `/api/events/${event.id}`
  const list = `${path}/registrations`
  const register = (name: string, headers = {}) =>
    server.visitor('POST', `${path}/register`, anAttendee(name), { headers })
  const mailsTo = async (name: string) =>
    (await server.mails()).filter(({ toAddress }) => toAddress === `${name.toLowerCase()}@mail.test`)
  async function own(name: string, act: '' | '/confirmation' | '/cancel' | '/resend' = '') {
    const token = /[?&]r=([\w.~-]+)/.exec((await mailsTo(name))[0]?.text ?? '')?.[1] ?? ''
    return server.visitor('POST', `${path}/registration${act}`, { token })
  }
  const confirm = (name: string) => own(name, '/confirmation')
  const counts = async () => (await admin('GET', `${list}/counts`)).body
  const isFull = async () => (await server.visitor('GET', path)).body.full
  /** Does what is due by now, and ends. */
  async function work() {
    const worker = startJobs(platform, [offerPlacesJob], { pollEveryMs: 20 })
    await eventually(async () => {
      const waiting = await db.select().from(jobs)
      return waiting.every(({ kind, runAt }) => kind !== offerPlacesJob.kind || runAt > clock.now())
    }, 'the jobs to be done')
    await worker.stop()
  }
  return { ...server, admin, event, path, list, register, mailsTo, own, confirm, counts, isFull, work }
}

test('a registration keeps its place for half an hour, until the button behind the emailed link is pressed', async () => {
  const { register, own, confirm, counts, isFull, mailsTo, clock, platform } = await withEvent()

  const reply = await register('Ada')

  expect(reply).toMatchObject({
    status: 201,
    body: { message: receivedToConfirm, status: 'pending', waiting: false },
  })
  expect(Object.keys(reply.body)).toEqual(['message', 'status', 'waiting'])
  expect(await mailsTo('Ada')).toMatchObject([
    {
      template: 'registration-to-confirm',
      subject: 'Confirm your registration for Beach run',
      text: expect.stringContaining(
        'Please confirm your registration by Monday 1 June 2026, 08:30 (Curacao time, GMT−4).',
      ),
    },
  ])
  expect(await isFull()).toBe(true)
  expect(await counts()).toMatchObject({ pending: 0, unconfirmed: 1, waiting: 0 })
  clock.advance(minutes(29))
  // Following the link changes nothing.
  expect((await own('Ada')).body).toMatchObject({
    status: 'pending',
    confirmation: { by: '2026-06-01T12:30:00.000Z', keepsPlace: true },
  })
  expect(await counts()).toMatchObject({ pending: 0, unconfirmed: 1 })

  expect(await confirm('Ada')).toMatchObject({
    status: 200,
    body: { status: 'pending', waiting: false, confirmation: null },
  })

  expect(await counts()).toMatchObject({ pending: 1, unconfirmed: 0 })
  expect((await mailsTo('Ada')).map(({ template }) => template)).toEqual([
    'registration-to-confirm',
    'registration-received',
  ])
  expect((await confirm('Ada')).body, 'pressed twice').toMatchObject({ confirmation: null })
  expect(await mailsTo('Ada')).toHaveLength(2)
  expect(await verifyEventCounts(platform)).toEqual([])
})

test('whoever confirms late gets a place while there is one', async () => {
  const { register, own, confirm, isFull, clock } = await withEvent()
  await register('Ada')
  clock.advance(minutes(30))

  expect(await isFull()).toBe(false)
  expect((await own('Ada')).body.confirmation).toMatchObject({ keepsPlace: false })
  expect((await confirm('Ada')).body).toMatchObject({ status: 'pending', waiting: false })
})

test('whoever confirms late waits when the place is taken, and is told so by the page and by the email', async () => {
  const { register, confirm, counts, mailsTo, clock, platform } = await withEvent()
  await register('Ada')
  clock.advance(minutes(30))
  expect((await register('Ben')).body.waiting).toBe(false)
  clock.advance(minutes(1))

  expect((await confirm('Ada')).body).toMatchObject({ status: 'pending', waiting: true })

  expect((await mailsTo('Ada')).at(-1)?.text).toContain('you are on the waiting list')
  expect((await confirm('Ben')).body).toMatchObject({ waiting: false })
  expect((await mailsTo('Ben')).at(-1)?.text).not.toContain('waiting list')
  expect(await counts()).toMatchObject({ pending: 2, waiting: 1, unconfirmed: 0 })
  expect(await verifyEventCounts(platform)).toEqual([])
})

test('a place that nobody confirmed is offered to who waits, by itself', async () => {
  const { register, confirm, mailsTo, work, clock } = await withEvent()
  await register('Ada')
  expect((await register('Ben')).body.waiting).toBe(true)
  expect((await confirm('Ben')).body).toMatchObject({ waiting: true })
  await work()
  expect((await mailsTo('Ben')).map(({ template }) => template)).not.toContain('place-offered')

  clock.advance(minutes(30))
  await work()

  expect((await mailsTo('Ben')).map(({ template }) => template)).toContain('place-offered')
})

test('registering again sends the link again, and keeps no place for longer', async () => {
  const { register, own, mailsTo, clock, db } = await withEvent()
  const first = await register('Ada')
  for (let n = 0; n < 3; n++) {
    clock.advance(minutes(10))
    if (n < 2) expect((await register('Ada')).body.message).toBe(first.body.message)
    await eventually(async () => (await mailsTo('Ada')).length === Math.min(n + 2, 3), 'the link to be sent')
  }
  expect((await mailsTo('Ada')).map(({ template }) => template)).toEqual(Array(3).fill('registration-to-confirm'))
  expect((await own('Ada')).body.confirmation).toEqual({ by: '2026-06-01T12:30:00.000Z', keepsPlace: false })

  // Once the time is over it is like the first time, with the link of before.
  expect((await register('Ada')).body.waiting).toBe(false)

  expect((await own('Ada')).body.confirmation).toEqual({ by: '2026-06-01T13:00:00.000Z', keepsPlace: true })
  expect(await db.$count(registrations)).toBe(1)
})

test('an unconfirmed registration is in no list, count or file of the organisers but their own', async () => {
  const { register, admin, list, path, counts, db } = await withEvent({ capacity: 5 })
  await register('Ada')

  expect((await admin('GET', list)).body).toEqual([])
  expect((await admin('GET', `${list}?status=pending`)).body).toEqual([])
  expect((await admin('GET', `${list}.csv`)).text).not.toContain('ada@mail.test')
  expect((await admin('GET', path)).body).toMatchObject({ totalRegistrations: 0, pendingRegistrations: 0 })
  expect(await counts()).toMatchObject({ pending: 0, waiting: 0, unconfirmed: 1 })
  expect((await admin('GET', `${list}?confirmed=no`)).body).toMatchObject([
    { firstName: 'Ada', status: 'pending', confirmBy: '2026-06-01T12:30:00.000Z' },
  ])
  const message = { audience: 'all', subject: 'Hello', text: 'Bring water' }
  expect((await admin('POST', `${path}/message-preview`, message)).body).toMatchObject({ recipients: 0 })
  const [ada] = await db.select().from(registrations)
  const decisions = { ids: [ada?.id], status: 'approved' }
  expect((await admin('POST', `${list}/decisions`, decisions)).body).toMatchObject({ decided: 0, left: 1 })
})

test('an organiser approves an unconfirmed registration, which confirms it, and cannot reject it', async () => {
  const { register, admin, list, db, own, mailsTo, clock } = await withEvent()
  await register('Ada')
  clock.advance(minutes(1))
  const [ada] = await db.select().from(registrations)
  const decide = (status: string) => admin('PATCH', `${list}/${ada?.id}`, { status })

  expect(await decide('rejected')).toMatchObject({ status: 409, body: { code: 'registration-unconfirmed' } })
  expect(await decide('approved')).toMatchObject({ status: 200, body: { status: 'approved', confirmBy: null } })

  expect((await own('Ada')).body).toMatchObject({ status: 'approved', confirmation: null })
  expect((await mailsTo('Ada')).at(-1)?.template).toBe('registration-approved')
  expect((await db.select().from(registrations))[0]).toMatchObject({ confirmBy: null, sourceHash: null })
})

test('nearly full asks from the last ten places on, and with plenty of places nothing changes', async () => {
  const { register, mailsTo } = await withEvent({ capacity: 13, confirmation: 'nearly-full' })

  const replies = []
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan']) replies.push((await register(name)).body.message)

  expect(replies).toEqual([...Array(3).fill(receivedSentence), receivedToConfirm])
  expect((await mailsTo('Cleo')).map(({ template }) => template)).toEqual(['registration-received'])
})

test('nearly full asks whoever comes in numbers from one address, and others go on without', async () => {
  const { register } = await withEvent({ capacity: 500, confirmation: 'nearly-full' }, { TRUST_PROXY: '127.0.0.1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let n = 1; n <= 10; n++)
    expect((await register(`Ada${n}`, from('203.0.113.1'))).body.message).toBe(receivedSentence)

  expect((await register('Eve', from('203.0.113.1'))).body.message).toBe(receivedToConfirm)
  expect((await register('Ben', from('203.0.113.2'))).body.message).toBe(receivedSentence)
})

test('the answer to a known address does not tell that it is known', async () => {
  const { register, confirm } = await withEvent()
  await register('Ada')
  await confirm('Ada')
  const unknown = await register('Ben')

  expect((await register('Ada')).body).toEqual(unknown.body)
})

test('a registration for an event that is over or cancelled cannot be confirmed', async () => {
  const { register, confirm, admin, path, mailsTo } = await withEvent()
  await register('Ada')
  await admin('POST', `${path}/cancellation`, {})

  expect(await confirm('Ada')).toMatchObject({ status: 409, body: { code: 'event-cancelled' } })
  expect(await mailsTo('Ada')).toHaveLength(1)
})

test('of one network address sixty wait to be confirmed at most; who confirms makes room, and others go on', async () => {
  const { register, confirm, db } = await withEvent({ capacity: 100 }, { TRUST_PROXY: '127.0.0.1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const replies = []
  for (let n = 0; n < 60; n += 20)
    replies.push(...(await atOnce(20, (i) => patiently(() => register(`Ada${n + i}`, from('203.0.113.1'))))))
  expect(tally(replies)).toEqual({ 201: 60 })

  const refused = await register('Eve', from('203.0.113.1'))
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-unconfirmed' } })
  expect(Number(refused.headers.get('retry-after'))).toBe(1_800)
  expect((await register('Ada1', from('203.0.113.1'))).status, 'a known address').toBe(429)
  expect((await register('Ben', from('203.0.113.2'))).status).toBe(201)
  expect((await confirm('Ada1')).status).toBe(200)
  expect((await register('Eve', from('203.0.113.1'))).status).toBe(201)
  expect(await db.$count(registrations)).toBe(62)
})

test('a registration that nobody confirms is deleted after a day, with its emails', async () => {
  const { register, confirm, platform, clock, db, mails } = await withEvent({ capacity: 5 })
  await register('Ada')
  await register('Ben')
  await confirm('Ben')
  clock.advance(hours(24) - 1)
  await sweep(platform)
  expect(await db.$count(registrations)).toBe(2)
  await db.update(outbox).set({ state: 'sent' })

  clock.advance(1)
  await sweep(platform)

  expect(await db.select().from(registrations)).toMatchObject([{ firstName: 'Ben', confirmBy: null }])
  expect((await mails()).map(({ toName }) => toName)).not.toContain('Ada Lovelace')
})

test('an event asks for a confirmation when it is nearly full unless it says otherwise', async () => {
  const { admin, event } = await withEvent({ capacity: 40 })
  const made = await admin('POST', '/api/events', anEventForm({ capacity: 40 }))
  expect(made.body).toMatchObject({ confirmation: 'nearly-full' })

  const path = `/api/events/${event.id}`
  expect((await admin('PATCH', path, { confirmation: 'off' })).body).toMatchObject({ confirmation: 'off' })
  expect(await admin('PATCH', path, { confirmation: 'sometimes' })).toMatchObject({ status: 400 })
})
