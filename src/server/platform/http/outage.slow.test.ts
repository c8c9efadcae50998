import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/database/client.ts'
import { LiveHub } from '#server/platform/live/hub.ts'
import { listenerName } from '#server/platform/live/listener.ts'
import { eventually } from '#server/testing/eventually.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** The same product beside the first one, with another way to the database. */
async function besideWith(server: Server, url: string, connections?: number) {
  const database = openDatabase({ url, connections, onError: () => undefined })
  onTestFinished(() => database.close())
  const environment = { LOG_LEVEL: 'info' }
  return { ...(await startServer({ environment, beside: { ...server, bareDb: database.db } })), pool: database.pool }
}

test('without a database every call that needs it answers 503 and says when to come back', async () => {
  const server = await startServer()
  const { cookie } = await server.aCompany('acme')
  const away = await besideWith(server, 'postgres://nobody:nothing@127.0.0.1:1/nowhere')
  const login = { email: 'secret.person@mail.test', password: goodPassword }

  const replies = [
    await away.visitor('POST', '/api/auth/login', login),
    await away.visitor('POST', '/api/auth/forgotten-password', { email: login.email }),
    await away.caller(cookie)('GET', '/api/auth/user'),
    await away.caller(cookie)('GET', '/api/stream'),
    await away.caller(cookie)('GET', '/api/logout'),
  ]
  const ready = await away.visitor('GET', '/api/readyz')
  const health = await away.visitor('GET', '/api/healthz')

  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable', requestId: expect.any(String) } })
    expect(reply.headers.get('retry-after')).toBe('2')
    expect(reply.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|select|postgres/i)
  }
  expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', failing: ['database'] }])
  expect(health.status).toBe(200)
  expect(away.logs.join()).toContain('ECONNREFUSED')
  expect(away.logs.join()).not.toMatch(/secret\.person|Lanes/)
})

test('with every connection cut again and again there are sentences and no crash, and afterwards all is well', async () => {
  const server = await startServer()
  const { cookie } = await server.aCompany('acme')
  const shaken = await besideWith(server, server.databaseUrl, 6)
  const call = shaken.caller(cookie)
  const seen = new Set<number>()
  let shaking = true
  const clients = Array.from({ length: 12 }, async (_, n) => {
    while (shaking) {
      const write = () => call('PATCH', `/api/auth/password`, { currentPassword: `guess${n}`, ...same })
      seen.add((await (n % 3 === 0 ? write() : call('GET', '/api/auth/user'))).status)
    }
  })

  for (let round = 0; round < 25 || !seen.has(503); round++) {
    await server.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and application_name <> ${listenerName}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  shaking = false
  await Promise.all(clients)

  expect(seen).toContain(503)
  expect([...seen].filter((status) => ![200, 400, 409, 429, 503].includes(status))).toEqual([])
  await eventually(() => shaken.pool.totalCount === shaken.pool.idleCount, 'every connection to come back')
  const afterwards = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/api/auth/user')))
  expect(new Set(afterwards.map(({ status }) => status))).toEqual(new Set([200]))
})

const same = { password: goodPassword, confirmPassword: goodPassword }

test('a defect of ours answers without details, and the details are in the log', async () => {
  const server = await startServer()
  const { cookie } = await server.anAdmin()
  const lines: string[] = []
  const log = { error: (line: object, text: string) => lines.push(JSON.stringify({ ...line, text })) }
  Object.assign(server.platform.log, log)
  const app = createApp({ platform: server.platform, hub: new LiveHub(), clientFolder: '/nowhere' })
  onTestFinished(() => app.close())
  await server.db.execute(sql`alter table companies rename to companies_gone`)
  onTestFinished(async () => void (await server.db.execute(sql`alter table companies_gone rename to companies`)))

  const reply = await app.inject({ url: '/api/companies', headers: { cookie } })

  expect([reply.statusCode, reply.json()]).toEqual([
    500,
    {
      message: 'Something went wrong on our side. Please try again.',
      code: 'unexpected',
      requestId: expect.any(String),
    },
  ])
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    text: 'unexpected',
    requestId: reply.json().requestId,
    route: '/api/companies',
    error: { code: '42P01', message: 'relation "companies" does not exist' },
  })
})

test('a row that somebody has locked makes a sentence after a moment, not a hanging request', async () => {
  const { acme, ...server } = await startWorld({ acme: 'company' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let began = () => {}
  const holding = new Promise<void>((resolve) => {
    began = resolve
  })
  const holder = server.db.transaction(async (tx) => {
    await tx.execute(sql`select * from companies for update`)
    began()
    await held
  })
  await holding

  // The row is let go only after the answer.
  const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 3 })
  release()
  await holder

  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 3 })).status).toBe(200)
})
