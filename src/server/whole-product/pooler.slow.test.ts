import { ne, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { uploads } from '../features/files/tables.ts'
import { sixPictures } from '../features/files/testing.ts'
import { someTasks } from '../features/proofs/testing.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/client.ts'
import { enqueue, startJobs } from '../platform/jobs/queue.ts'
import { jobs } from '../platform/jobs/tables.ts'
import { startDelivery } from '../platform/mail/deliver.ts'
import { post } from '../platform/mail/outbox.ts'
import { outbox } from '../platform/mail/tables.ts'
import { aMail } from '../platform/mail/testing/mails.ts'
import { openConfiguredDatabase } from '../platform/open-database.ts'
import { anAttendee, anEvent } from '../testing/data/events.ts'
import { eventually } from '../testing/eventually.ts'
import { missingPgBouncer, startPgBouncer } from '../testing/network/pgbouncer.ts'
import { type Caller, startServer } from '../testing.ts'

const missing = missingPgBouncer()
beforeEach((context) => context.skip(Boolean(missing), missing))

const log = pino({ level: 'silent' })
const started: Awaited<ReturnType<typeof startPgBouncer>>[] = []
afterAll(async () => {
  for (const one of started) await one.stop()
})

async function pooler(databaseUrl: string, settings?: Parameters<typeof startPgBouncer>[1]) {
  const running = await startPgBouncer(databaseUrl, settings)
  started.push(running)
  return running
}

/** Two processes behind a pooler that gives every transaction any of five sessions; their signals come directly. */
async function behindPooler() {
  const direct = await startServer()
  const { url } = await pooler(direct.databaseUrl)
  const beside = async () => {
    const database = openDatabase({ url, pooled: true, onError: () => undefined })
    direct.beforeClosing(async () => void database.close())
    return startServer({ environment: { TRUST_PROXY: '127.0.0.1' }, beside: { ...direct, bareDb: database.db } })
  }
  return { direct, processes: [await beside(), await beside()] as const }
}

const statuses = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('600 people register at once behind a pooler, and everybody is registered', async () => {
  const { processes } = await behindPooler()
  const admin = await processes[0].anAdmin()
  const event = await anEvent(admin)

  const replies = await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const { visitor } = processes[n % 2] as (typeof processes)[0]
      const headers = { 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` }
      // Readers beside them: that is what mixes the sessions.
      if (n % 4 === 0) await visitor('GET', `/api/events/${event.id}`)
      return visitor('POST', `/api/events/${event.id}/register`, anAttendee(`Guest${n}`), { headers })
    }),
  )

  expect(statuses(replies)).toEqual({ 201: 600 })
  const { body } = await admin('GET', `/api/events/${event.id}/registrations?limit=10000`)
  expect(body).toHaveLength(600)
})

test('signing in, proofs, reviews, check-ins and totals work behind a pooler', async () => {
  const { direct, processes } = await behindPooler()
  const [one, two] = processes
  const admin = await one.anAdmin()
  const company = await two.aCompany('acme')
  const [taskId] = await someTasks(direct, 1)
  const contentUrls = await sixPictures(company)

  const { companyId } = company
  const proof = await company('POST', '/api/proofs', { taskId, companyId, contentType: 'image', contentUrls })
  const approved = await two.caller(admin.cookie)('PATCH', `/api/proofs/${proof.body.id}/review`, {
    status: 'approved',
  })
  const board = await company('GET', '/api/leaderboard')
  const scans = await manyScans(one.caller(admin.cookie), two.caller(admin.cookie), one.visitor)

  expect([proof.status, approved.status]).toEqual([201, 200])
  expect(board.body).toMatchObject([{ points: 1 }])
  expect(scans).toEqual({ 200: 40 })
})

/** Forty people who come in at two gates at the same time. */
async function manyScans(one: Caller, two: Caller, visitor: Caller) {
  const event = await anEvent(one, { eventDate: '2026-06-01T13:00:00.000Z' })
  const names = Array.from({ length: 40 }, (_, n) => `Guest${n}`)
  for (const [n, name] of names.entries()) {
    const headers = { 'x-forwarded-for': `10.9.${n}.1` }
    await visitor('POST', `/api/events/${event.id}/register`, anAttendee(name), { headers })
  }
  const { body: people } = await one('GET', `/api/events/${event.id}/registrations?limit=10000`)
  const ids = people.map(({ id }: { id: string }) => id)
  await one('POST', `/api/events/${event.id}/registrations/decisions`, { ids, status: 'approved' })
  const { body: decided } = await one('GET', `/api/events/${event.id}/registrations?limit=10000`)
  const replies = await Promise.all(
    decided.map(({ qrCodePayload }: { qrCodePayload: string }, n: number) =>
      (n % 2 ? one : two)('POST', `/api/events/${event.id}/check-in`, { payload: qrCodePayload }),
    ),
  )
  return statuses(replies)
}

test('mails, files and jobs are worked on behind a pooler, each once', async () => {
  const { direct, processes } = await behindPooler()
  const done: string[] = []
  const kind = { kind: 'note', run: async (_: unknown, key: string) => void done.push(key) }
  const sent: string[] = []
  const transport = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => undefined }
  const workers = processes.flatMap(({ platform }) => [
    startJobs(platform, [kind], { pollEveryMs: 50 }),
    startDelivery(platform, transport, { pollEveryMs: 50 }),
  ])
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))))

  const keys = Array.from({ length: 30 }, (_, n) => `key${n}`)
  for (const key of keys)
    await processes[0].db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'note', key }, direct.clock.now())
      await post(tx, aMail({ to: { address: `${key}@app.test` } }), direct.clock.now())
    })
  const paths = await sixPictures(await processes[1].aCompany('acme'))

  const prepared = sql<number>`count(prepared_at)::int`
  await eventually(async () => (await direct.db.select({ prepared }).from(uploads))[0]?.prepared === 6, 'six files')
  await eventually(async () => (await direct.db.$count(jobs)) === 0, 'every job')
  await eventually(async () => (await direct.db.$count(outbox, ne(outbox.state, 'sent'))) === 0, 'every mail')
  expect(paths).toHaveLength(6)
  expect(done.toSorted()).toEqual(keys.toSorted())
  expect([sent.length, new Set(sent).size]).toEqual([30, 30])
})

test('a lock behind a pooler is not waited for longer than without one', async () => {
  const { direct, processes } = await behindPooler()
  const acme = await processes[0].aCompany('acme')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const locking = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holder = direct.db.transaction(async (tx) => {
    await tx.execute(sql`select * from companies for update`)
    locked()
    await released
  })
  await locking

  const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 3 })
  const { rows } = await direct.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`)
  release()
  await holder

  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  // Given up by the database and not by us alone: nobody waits there any more.
  expect(rows).toEqual([])
})

const open = async (environment: Record<string, string>) => {
  const database = await openConfiguredDatabase(readConfig(environment), log, 'serve')
  onTestFinished(() => database.close())
  return database
}

test('a start behind a pooler without a direct connection for signals says so in one line', async () => {
  const { databaseUrl } = await startServer()
  const { url } = await pooler(databaseUrl)
  const line = /^DATABASE_URL leads through a connection pooler[^\n]*DATABASE_LISTEN_URL[^\n]*$/

  await expect(open({ DATABASE_URL: url })).rejects.toThrow(line)
})

test('a direct connection for signals that is none is named as well', async () => {
  const { databaseUrl } = await startServer()
  const { url } = await pooler(databaseUrl)

  await expect(open({ DATABASE_URL: url, DATABASE_LISTEN_URL: url })).rejects.toThrow(
    /^DATABASE_LISTEN_URL leads through a connection pooler[^\n]*$/,
  )
})

test('with a direct connection for signals, or with a pooler that keeps sessions, the start goes on', async () => {
  const { databaseUrl } = await startServer()
  const [transactions, sessions] = [
    await pooler(databaseUrl),
    await pooler(databaseUrl, { poolMode: 'session', poolSize: 40 }),
  ]

  const named = await open({ DATABASE_URL: transactions.url, DATABASE_LISTEN_URL: databaseUrl })
  const kept = await open({ DATABASE_URL: sessions.url, DATABASE_LISTEN_URL: sessions.url })

  expect((await named.pool.query('select count(*) from schema_migrations')).rows).toHaveLength(1)
  expect((await kept.pool.query('select count(*) from schema_migrations')).rows).toHaveLength(1)
})
