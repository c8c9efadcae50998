import { expect, test } from 'vitest'
import { cancellationMailJob } from '#server/features/attendee-mails/event-cancellation/event-cancellation.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/data/events.ts'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce } from '#server/testing/guards.ts'
import { type Caller, goodPassword, startServer } from '#server/testing.ts'
import { hours } from '../clock.ts'
import { enqueue, type JobKind, startJobs } from '../jobs/queue.ts'
import { jobs } from '../jobs/tables.ts'
import { startDelivery } from '../mail/deliver.ts'
import { outbox } from '../mail/tables.ts'
import type { MailTransport } from '../mail/transports/transport.ts'
import { withRequestId } from './request-platform.ts'

type Server = Awaited<ReturnType<typeof startServer>>
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? ''
const taken: MailTransport = { send: async () => undefined, close: () => undefined }

async function startWithLog() {
  const server = await startServer({ environment: { LOG_LEVEL: 'debug' } })
  // That it listens.
  server.logs.length = 0
  return server
}
const linesOf = ({ logs }: Server) => logs.map((line) => JSON.parse(line))

function work(server: Server, ...kinds: JobKind[]) {
  const workers = [startJobs(server.platform, kinds, { pollEveryMs: 20 })]
  workers.push(startDelivery(server.platform, taken, { pollEveryMs: 20 }))
  server.beforeClosing(async () => void (await Promise.all(workers.map((worker) => worker.stop()))))
}

test('one id is in the lines of a request, of the job it queued and of the emails that the job wrote', async () => {
  const server = await startWithLog()
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  for (const name of ['Ada', 'Ben']) await aRegistration(server.visitor, admin, event.id, name)
  work(server, cancellationMailJob)

  const reply = await admin('POST', `/api/events/${event.id}/cancellation`, { reason: 'A storm is coming.' })

  expect(reply.status).toBe(200)
  const ofRequest = () => linesOf(server).filter(({ requestId }) => requestId === idOf(reply))
  await eventually(() => ofRequest().length === 4, 'the four lines')
  // The job may be done before the answer has left.
  expect(ofRequest().toSorted((one, other) => one.msg.localeCompare(other.msg))).toMatchObject([
    { msg: 'answered', method: 'POST', route: '/api/events/:id/cancellation', status: 200 },
    { msg: 'job done', kind: 'mail-cancelled-event', key: event.id },
    { msg: 'mail sent', template: 'event-cancelled' },
    { msg: 'mail sent', template: 'event-cancelled' },
  ])
})

test('requests that share a transaction keep their ids apart', async () => {
  const server = await startWithLog()
  const event = await anEvent(await server.anAdmin())
  work(server)

  const replies = await atOnce(20, (n) =>
    server.visitor('POST', `/api/events/${event.id}/register`, anAttendee(`Ada${n}`)),
  )

  const ids = replies.map(idOf).toSorted()
  const sent = () => linesOf(server).filter(({ msg }) => msg === 'mail sent')
  await eventually(() => sent().length === 20, 'the emails')
  expect(
    sent()
      .map(({ requestId }) => requestId)
      .toSorted(),
  ).toEqual(ids)
})

test('every email that a request queues carries its id', async () => {
  const { visitor, db, aUser, anAdmin, logIn, review, root } = await aProofToReview()
  const [user, admin] = [await aUser('ada'), await anAdmin('boss')]
  const event = await anEvent(admin)
  const { id } = await aRegistration(visitor, admin, event.id, 'Ben')
  const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
  const signup = { companyName: 'Acme Ltd', contactPersonName: 'Eva Lovelace', phone: '+59991234567', ...own }
  const grace = { email: 'new@week.test', firstName: 'Grace', lastName: 'Hopper', password: own.password }
  const again = await logIn(user.email)
  const calls: Record<string, () => ReturnType<Caller>> = {
    'signing up': () => visitor('POST', '/api/auth/signup', { email: 'eva@mail.test', ...signup }),
    'a forgotten password': () => visitor('POST', '/api/auth/forgotten-password', { email: user.email }),
    'confirming the address': () => user('POST', '/api/auth/confirmation-link'),
    'another password': () => again('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own }),
    'a new administrator': () => admin('POST', '/api/admin/admins', grace),
    'an approval': () => admin('PATCH', `/api/events/${event.id}/registrations/${id}`, { status: 'approved' }),
    'a rejection': () => review(root, { status: 'rejected', adminNotes: 'Too dark.' }),
  }
  await db.delete(outbox)

  for (const [what, call] of Object.entries(calls)) {
    const reply = await call()
    expect([what, reply.status < 300], reply.text).toEqual([what, true])
    const queued = await db.delete(outbox).returning()
    expect([what, queued.map(({ letter }) => letter.requestId)]).toEqual([what, [idOf(reply)]])
  }
})

test('a job keeps the id of its request from attempt to attempt; the next who asks has another', async () => {
  const server = await startWithLog()
  const { db, clock, platform } = server
  const ask = (requestId: string) =>
    withRequestId(platform, requestId).db.transaction((tx) => enqueue(tx, { kind: 'greet', key: 'ada' }, clock.now()))
  let attempts = 0
  const greet: JobKind = {
    kind: 'greet',
    async run({ log }) {
      attempts++
      log.info('greeting')
      if (attempts < 3) throw new Error('nobody is there')
    },
  }
  await ask('first')
  // It waits already: done once, for who came first.
  await ask('second')
  work(server, greet)
  for (const attempt of [1, 2]) {
    await eventually(
      async () => (await db.select().from(jobs)).some((row) => row.attempts === attempt && !row.leasedUntil),
      `attempt ${attempt}`,
    )
    clock.advance(hours(1))
  }
  const isDone = async () => (await db.$count(jobs)) === 0
  await eventually(isDone, 'the job')
  await ask('third')
  await eventually(async () => attempts === 4 && (await isDone()), 'the job once more')

  const told = linesOf(server).map(({ msg, requestId }) => `${requestId}: ${msg}`)
  const failed = ['first: greeting', 'first: a job failed']
  expect(told).toEqual([
    ...failed,
    ...failed,
    'first: greeting',
    'first: job done',
    'third: greeting',
    'third: job done',
  ])
})

test('a request that asks for a job while it runs has a run of its own, with its id', async () => {
  const server = await startWithLog()
  const { db, clock, platform } = server
  const ask = (requestId: string) =>
    withRequestId(platform, requestId).db.transaction((tx) => enqueue(tx, { kind: 'greet' }, clock.now()))
  let runs = 0
  const greet: JobKind = {
    kind: 'greet',
    async run({ log }) {
      if (++runs === 1) await ask('second')
      log.info('greeting')
    },
  }
  await ask('first')
  work(server, greet)

  await eventually(async () => runs === 2 && (await db.$count(jobs)) === 0, 'both runs')

  const told = linesOf(server).map(({ msg, requestId }) => `${requestId}: ${msg}`)
  expect(told.filter((line) => line.endsWith('greeting'))).toEqual(['first: greeting', 'second: greeting'])
})

test('what nobody asked for is done without a word', async () => {
  const server = await startWithLog()
  let runs = 0
  work(server, { kind: 'sweep', everyMs: hours(1), run: async () => void runs++ })
  await eventually(async () => (await server.db.$count(jobs)) === 1, 'the schedule')
  server.clock.advance(hours(1))

  await eventually(
    async () => runs === 1 && (await server.db.select().from(jobs))[0]?.lastSucceededAt !== null,
    'a run',
  )

  expect(linesOf(server)).toEqual([])
})
