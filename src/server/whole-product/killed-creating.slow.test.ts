import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { sixPictures } from '../features/files/testing.ts'
import { anAttendee, anEvent } from '../testing/data/events.ts'
import { eventually } from '../testing/eventually.ts'
import { startDatabaseProxy } from '../testing/network/tcp-proxy.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, type Caller, goodPassword, withDatabase } from '../testing.ts'

const administrator = { ADMIN_EMAIL: 'root@week.test', ADMIN_PASSWORD: goodPassword }
const key = { headers: { 'idempotency-key': 'b6a1c9f0-0000-4000-8000-000000000001' } }
const task = { title: 'Morning run', description: 'Five kilometres together' }

async function aDatabase() {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = `${inject('templateName')}_k${Date.now()}`
  await admin.query(`create database ${name} template ${inject('templateName')}`)
  await admin.end()
  const url = withDatabase(inject('databaseUrl'), name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const count = async (rows: string) => Number((await client.query(`select count(*) from ${rows}`)).rows[0].count)
  return { url, count }
}

/** The built product, which is killed after a commit that it never hears of, and started again. */
async function aProduct() {
  const { url, count } = await aDatabase()
  const proxy = await startDatabaseProxy(url)
  onTestFinished(proxy.cut)
  const PORT = await freePort()
  const base = `http://127.0.0.1:${PORT}`
  const environment = { DATABASE_URL: proxy.url, DATA_DIR: aFolder(), PORT, PUBLIC_URL: base, ...administrator }
  let product = run(environment)
  await product.ready

  const caller = (cookie = ''): Caller => {
    return async (method, path, body, options) => {
      const reply = await fetch(base + path, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...options?.headers },
      })
      const text = await reply.text()
      return { status: reply.status, text, body: JSON.parse(text), headers: reply.headers }
    }
  }
  async function logIn(email: string) {
    const { headers } = await caller()('POST', '/api/auth/login', { email, password: goodPassword })
    return caller(headers.get('set-cookie')?.split(';')[0])
  }
  async function aCompany() {
    const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
    const login = { email: 'ada@mail.test', password: goodPassword }
    const person = { ...login, confirmPassword: goodPassword, companyName: 'Acme', ...contact }
    await caller()('POST', '/api/auth/signup', person)
    const call = await logIn(login.email)
    const profile = { name: 'Acme', email: 'office@acme.test', ...contact, teamSize: 12 }
    const { body } = await call('POST', '/api/companies', profile)
    return { call, companyId: body.id as string }
  }

  /** Asks, kills the product once the database has it and before the product can know, and asks again. */
  async function askAcrossKill(lastRequest: RegExp, rows: string, ask: () => ReturnType<Caller>) {
    const before = await count(rows)
    proxy.swallowAnswersAfter(lastRequest)
    const first = ask().then(
      ({ status }) => status,
      () => 'cut',
    )
    await eventually(async () => (await count(rows)) > before, 'the commit')
    product.child.kill('SIGKILL')
    await product.ended
    expect(await first).toBe('cut')
    proxy.swallowAnswersAfter(undefined)
    product = run(environment)
    await product.ready
    const repeated = await ask()
    return { repeated, created: (await count(rows)) - before }
  }
  return { count, visitor: caller(), admin: await logIn(administrator.ADMIN_EMAIL), aCompany, askAcrossKill }
}

const committing = (table: string) => new RegExp(`insert into "?${table}\\b[^]*\\bcommit\\0`, 'i')

test('killed between the commit and the answer, a repeated task or adjustment with its key is not made twice', async () => {
  const { admin, aCompany, askAcrossKill } = await aProduct()
  const { companyId } = await aCompany()
  const points = { points: 5, reason: 'For the parade' }

  const tasks = await askAcrossKill(committing('tasks'), 'tasks', () => admin('POST', '/api/tasks', task, key))
  const entries = await askAcrossKill(committing('point_entries'), 'point_entries', () =>
    admin('POST', `/api/companies/${companyId}/points`, points, key),
  )

  for (const { repeated, created } of [tasks, entries]) {
    expect([repeated.status, repeated.headers.get('idempotency-replayed'), created]).toEqual([201, 'true', 1])
  }
  expect(entries.repeated.body).toMatchObject({ totalPoints: 5 })
}, 180_000)

test('red control: without a key the repeated task is made twice', async () => {
  const { admin, askAcrossKill } = await aProduct()

  const { repeated, created } = await askAcrossKill(committing('tasks'), 'tasks', () =>
    admin('POST', '/api/tasks', task),
  )

  expect([repeated.status, created]).toEqual([201, 2])
}, 180_000)

test('killed between the commit and the answer, a repeated registration or proof is not made twice: they are unique', async () => {
  const { admin, visitor, aCompany, askAcrossKill, count } = await aProduct()
  const { call, companyId } = await aCompany()
  const event = await anEvent(admin, { eventDate: new Date(Date.now() + 86_400_000).toISOString() })
  const { body: made } = await admin('POST', '/api/tasks', task)
  const contentUrls = await sixPictures(call)

  const registration = await askAcrossKill(committing('event_registrations'), 'event_registrations', () =>
    visitor('POST', `/api/events/${event.id}/register`, anAttendee('Ada')),
  )
  const proof = await askAcrossKill(committing('task_proofs'), 'task_proofs', () =>
    call('POST', '/api/proofs', { taskId: made.id, companyId, contentType: 'image', contentUrls }),
  )

  expect([registration.repeated.status, registration.created]).toEqual([201, 1])
  expect(await count(`outbox where template = 'registration-received'`)).toBe(1)
  expect([proof.repeated.status, proof.repeated.body.code, proof.created]).toEqual([409, 'proof-exists', 1])
}, 180_000)
