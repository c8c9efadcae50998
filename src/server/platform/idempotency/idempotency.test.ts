import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tasks } from '#server/features/tasks/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { contents } from '#server/testing/database/contents.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, tally } from '#server/testing/guards.ts'
import { addressOf, aRequest } from '#server/testing/requests.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { hours } from '../clock.ts'
import type { Db } from '../database/client.ts'
import { sweep } from './idempotency.ts'
import { idempotencyKeys } from './tables.ts'

const key = 'b6a1c9f0-0000-4000-8000-000000000001'
const keyed = (value = key) => ({ headers: { 'idempotency-key': value } })
const task = { title: 'Morning run', description: 'Five kilometres together' }

async function anOffice() {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const { companyId } = await server.aCompany('acme')
  const { id: eventId } = await anEvent(admin)
  await aRegistration(server.visitor, admin, eventId, 'Ada')
  const about = { companyId, adminId: admin.userId, email: admin.email, eventId, attendeeId: companyId, word: 'new' }
  const creating = server.app.endpoints
    .filter(({ idempotent }) => idempotent)
    .map(({ method, path, status }) => {
      const { params, body } = aRequest(`${method} ${path}`, about)
      return { method, path, status, address: addressOf(path, params), body }
    })
  return { ...server, admin, companyId, eventId, creating }
}

test('what creates something can be repeated with its key: the first answer comes again and nothing else happens', async () => {
  const { admin, db, creating } = await anOffice()
  expect(creating.map(({ path }) => path).toSorted()).toEqual([
    '/admin/admins',
    '/companies/:id/points',
    '/events',
    '/events/:id/door-passes',
    '/events/:id/messages',
    '/report-batches',
    '/reports',
    '/task-batches',
    '/tasks',
  ])

  for (const { method, path, address, body, status } of creating) {
    const first = await admin(method, address, body, keyed())
    const before = await contents(db)
    const second = await admin(method, address, body, keyed())

    expect([path, first.status, second.status]).toEqual([path, status, status])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await contents(db)).toEqual(before)
  }
})

test('the key and what was created are written together or not at all', async () => {
  const { admin, db, creating } = await anOffice()
  // As if the process ended between the work and the answer.
  await db.execute(sql`create function refuse_reply() returns trigger language plpgsql as
    $$ begin raise exception 'the database ends here' using errcode = '57P01'; end $$`)
  await db.execute(
    sql`create trigger refuse_reply before update on idempotency_keys for each row execute function refuse_reply()`,
  )
  try {
    const before = await contents(db)
    for (const { method, path, address, body } of creating) {
      expect([path, (await admin(method, address, body, keyed())).status]).toEqual([path, 503])
    }
    expect(await contents(db)).toEqual(before)
  } finally {
    await db.execute(sql`drop function refuse_reply cascade`)
  }
  for (const { method, address, body, status } of creating) {
    expect((await admin(method, address, body, keyed())).status).toBe(status)
  }
})

test('without a key, or with another one, it is done again', async () => {
  const { admin, db } = await anOffice()

  for (const options of [{}, {}, keyed(), keyed(`${key}-2`)])
    expect((await admin('POST', '/api/tasks', task, options)).status).toBe(201)

  expect(await db.$count(tasks)).toBe(4)
})

test('a key belongs to one person, one call and one input', async () => {
  const { admin, anAdmin, db, companyId } = await anOffice()
  const other = await anAdmin('other')
  const points = { points: 5, reason: 'For the parade' }
  const adjust = (changes = {}) =>
    admin('POST', `/api/companies/${companyId}/points`, { ...points, ...changes }, keyed())

  expect((await admin('POST', '/api/tasks', task, keyed())).status).toBe(201)
  const stranger = await other('POST', '/api/tasks', { ...task, title: 'Evening run' }, keyed())
  expect([stranger.status, stranger.body.title]).toEqual([201, 'Evening run'])
  expect((await adjust()).body).toMatchObject({ totalPoints: 5 })
  const changed = await adjust({ points: 6 })

  expect(changed).toMatchObject({
    status: 422,
    body: {
      code: 'idempotency-key-reused',
      message: 'This Idempotency-Key was used for another request. Please send a new one.',
    },
  })
  expect((await adjust()).body).toMatchObject({ totalPoints: 5 })
  expect(await db.$count(tasks)).toBe(2)
})

test('a refusal does not use the key up', async () => {
  const { admin } = await anOffice()
  const grace = { email: 'root@week.test', firstName: 'Grace', lastName: 'Hopper', password: 'Trade-wind-77' }

  expect((await admin('POST', '/api/admin/admins', { ...grace, email: 'x' }, keyed())).status).toBe(400)
  expect((await admin('POST', '/api/admin/admins', grace, keyed())).status).toBe(409)
  expect((await admin('POST', '/api/admin/admins', { ...grace, email: 'g@week.test' }, keyed())).status).toBe(201)
})

test.each(['', 'short', 'x'.repeat(201), 'with spaces in the middle', 'é'.repeat(20)])(
  'the key %j is refused',
  async (value) => {
    const { admin, db } = await anOffice()

    const reply = await admin('POST', '/api/tasks', task, keyed(value))

    expect(reply).toMatchObject({ status: 400, body: { code: 'idempotency-key-invalid' } })
    expect(await db.$count(tasks)).toBe(0)
  },
)

test('neither the key nor a secret in the answer can be read from the database', async () => {
  const { admin, db, eventId } = await anOffice()
  const own = { email: 'g@week.test', firstName: 'Grace', lastName: 'Hopper', password: 'Trade-wind-77' }

  const pass = await admin('POST', `/api/events/${eventId}/door-passes`, { label: 'Gate A' }, keyed())
  await admin('POST', '/api/admin/admins', own, keyed())

  const secret = new URL(pass.body.url).searchParams.get('scan') ?? ''
  expect(secret.length).toBeGreaterThan(20)
  const stored = JSON.stringify(await contents(db))
  for (const hidden of [key, secret, own.password]) {
    expect(stored).not.toContain(hidden)
    expect(stored).not.toContain(Buffer.from(hidden).toString('base64').slice(4, -4))
  }
})

test('a key is forgotten after 24 hours', async () => {
  const { admin, db, clock, platform } = await anOffice()
  const create = () => admin('POST', '/api/tasks', task, keyed())
  await create()

  clock.advance(hours(24) - 1)
  await sweep(platform)
  expect((await create()).headers.get('idempotency-replayed')).toBe('true')
  clock.advance(1)
  expect((await create()).headers.get('idempotency-replayed')).toBeNull()
  expect(await db.$count(tasks)).toBe(2)
  clock.advance(hours(24))
  await sweep(platform)

  expect(await db.$count(idempotencyKeys)).toBe(0)
})

/** As a client does that is told to come back. */
async function repeat<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const reply = await call()
  return reply.status === 409 || reply.status === 503 ? repeat(call) : reply
}

async function createOnTwoProcesses() {
  const server = await anOffice()
  const beside = await startServer({ beside: server })
  const [here, there] = [server.admin, beside.caller(server.admin.cookie)]
  const createAtOnce = () =>
    atOnce(12, (n) => repeat(() => (n % 2 ? here : there)('POST', '/api/tasks', task, keyed())))
  return { ...server, createAtOnce }
}

test('of twelve repeats at the same moment, on two processes, one creates and all read its answer', async () => {
  const { db, createAtOnce } = await createOnTwoProcesses()

  const replies = await createAtOnce()

  expect(tally(replies)).toEqual({ 201: 12 })
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await db.$count(tasks)).toBe(1)
})

test('red control: where every request gets a row of its own, all of them create', async () => {
  const { db, createAtOnce } = await createOnTwoProcesses()
  await db.execute(sql`create function another_id() returns trigger language plpgsql as
    $$ begin new.id := gen_random_uuid()::text; return new; end $$`)
  await db.execute(
    sql`create trigger another_id before insert on idempotency_keys for each row execute function another_id()`,
  )
  try {
    await createAtOnce()
    expect(await db.$count(tasks)).toBe(12)
  } finally {
    await db.execute(sql`drop function another_id cascade`)
  }
})

test('a repeat waits for the first; when that takes too long it is told to come back, and then reads the answer', async () => {
  const { admin, db, bareDb } = await anOffice()
  await closeGate(bareDb)
  const create = () => admin('POST', '/api/tasks', task, keyed())

  try {
    const first = create()
    await eventually(() => isSleeping(bareDb), 'the first to be under way')
    const second = await create()
    await db.execute(sql`select nextval('gate')`)

    expect(second).toMatchObject({ status: 409, body: { code: 'request-under-way' } })
    expect(second.headers.get('retry-after')).toBe('1')
    expect((await create()).text).toBe((await first).text)
    expect(await db.$count(tasks)).toBe(1)
  } finally {
    await db.execute(sql`drop function wait_for_gate cascade`)
    await db.execute(sql`drop sequence gate`)
  }
})

/** Creating a task takes until the sequence moves on. */
async function closeGate(db: Db) {
  await db.execute(sql`create sequence gate`)
  await db.execute(sql`create function wait_for_gate() returns trigger language plpgsql as $$ begin
    while not (select is_called from gate) loop perform pg_sleep(0.02); end loop;
    return new;
  end $$`)
  await db.execute(
    sql`create trigger wait_for_gate before insert on tasks for each row execute function wait_for_gate()`,
  )
}

async function isSleeping(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
  return rows.length > 0
}
