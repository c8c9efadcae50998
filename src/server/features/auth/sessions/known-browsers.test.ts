import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import { users } from '../tables.ts'

const environment = { TRUST_PROXY: '127.0.0.1' }
const another = 'Trade-wind-77'
const own = { password: another, confirmPassword: another }

type Server = Awaited<ReturnType<typeof startServer>>
type From = { email?: string; password?: string; cookie?: string; network?: string }

/** Of a browser behind the proxy; by default somebody else's wrong guess. */
const logIn = (
  { visitor }: Pick<Server, 'visitor'>,
  { email = 'ada@mail.test', password = 'a-wrong-guess', cookie, network = '203.0.113.1' }: From,
) =>
  visitor(
    'POST',
    '/api/auth/login',
    { email, password },
    { headers: { 'x-forwarded-for': network, ...(cookie ? { cookie } : {}) } },
  )

type Reply = Awaited<ReturnType<typeof logIn>>

const givenCookie = ({ headers }: Reply, name = 'known-browser') =>
  headers
    .getSetCookie()
    .find((text) => text.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

const statusOf = async (server: Server, from: From) => (await logIn(server, from)).status

async function attack(server: Server, networks: number) {
  const statuses: number[] = []
  for (let n = 1; n <= networks; n++) statuses.push(await statusOf(server, { network: `198.51.100.${n}` }))
  return statuses
}

/** Where Ada signed in before. */
async function aKnownBrowser(server: Server, email = 'ada@mail.test') {
  return givenCookie(await logIn(server, { email, password: goodPassword }))
}

/** As if everybody counted so far had failed this often. */
const failed = (db: Db, limit: string, times: number) =>
  db.execute(sql`update attempts set count = ${times} where key like ${`${limit}:%`}`)

test('ten wrong passwords from ten addresses keep nobody out who has the right one', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const cookie = await aKnownBrowser(server)

  const attacked = await attack(server, 10)

  expect(new Set(attacked)).toEqual(new Set([401]))
  expect(await statusOf(server, { password: goodPassword, cookie })).toBe(200)
  expect(await statusOf(server, { password: goodPassword, network: '203.0.113.99' })).toBe(200)
})

test('a browser that signed in before is not slowed by a stranger of its own network, nor by all of them together', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const cookie = await aKnownBrowser(server)
  await logIn(server, {})
  for (const limit of ['login-source', 'login-source-hour', 'login-strangers', 'login-address'])
    await failed(server.db, limit, 200)

  const [stranger, known] = [
    await logIn(server, { password: goodPassword }),
    await logIn(server, { password: goodPassword, cookie }),
  ]

  expect([stranger.status, known.status]).toEqual([429, 200])
})

test('a browser that signed in before has ten wrong passwords in five minutes of its own', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const cookie = await aKnownBrowser(server)
  const statuses: number[] = []

  for (let n = 0; n < 11; n++) statuses.push(await statusOf(server, { cookie, network: `198.51.100.${n}` }))
  const stranger = await statusOf(server, { password: goodPassword })
  server.clock.advance(minutes(5))
  const later = await statusOf(server, { password: goodPassword, cookie })

  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect([stranger, later]).toEqual([200, 200])
})

test('guesses spread over many addresses are stopped at 120 an hour, for unknown accounts as for known ones', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const emails = ['ada@mail.test', 'nobody@mail.test']
  for (const email of emails) await logIn(server, { email, network: '198.51.100.1' })
  await failed(server.db, 'login-strangers', 119)

  const replies: [number, string, string | null][] = []
  for (const network of ['198.51.100.2', '198.51.100.3']) {
    for (const email of emails) {
      const { status, body, headers } = await logIn(server, { email, network })
      replies.push([status, body.code, headers.get('retry-after')])
    }
  }
  server.clock.advance(hours(1))
  const later = await statusOf(server, { password: goodPassword, network: '198.51.100.4' })

  const [tried, stopped] = [
    [401, 'bad-credentials', null],
    [429, 'too-many-wrong-passwords', '3600'],
  ]
  expect(replies).toEqual([tried, tried, stopped, stopped])
  expect(later).toBe(200)
})

test('one network gets a third of what all strangers together are allowed', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  await logIn(server, {})
  await failed(server.db, 'login-source-hour', 40)

  const refused = await logIn(server, { password: goodPassword })
  const elsewhere = await statusOf(server, { password: goodPassword, network: '203.0.113.99' })

  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-wrong-passwords' } })
  expect(elsewhere).toBe(200)
})

test('while strangers guess from everywhere, the mailed link brings a new device in', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  await logIn(server, {})
  await failed(server.db, 'login-strangers', 120)
  const before = await logIn(server, { password: goodPassword })
  await server.visitor('POST', '/api/auth/forgotten-password', { email: 'ada@mail.test' })
  const token = /reset=([\w-]+)/.exec((await server.mails()).at(-1)?.text ?? '')?.[1]

  const chosen = await server.visitor('POST', '/api/auth/reset-password', { token, ...own })
  const signedIn = await logIn(server, { password: another, cookie: givenCookie(chosen) })

  expect(before.status).toBe(429)
  expect([chosen.status, givenCookie(chosen, 'session')]).toEqual([200, ''])
  expect(signedIn.status).toBe(200)
})

test('a cookie that is forged, changed, expired, sent twice or of another account makes nobody known', async () => {
  const server = await startServer({ environment })
  await Promise.all([server.aUser('ada'), server.aUser('eve')])
  const [cookie, ofEve] = [await aKnownBrowser(server), await aKnownBrowser(server, 'eve@mail.test')]
  const [, browserId = '', expires = '', signature = ''] = /=([\w-]+)\.(\w+)\.([\w-]+)$/.exec(cookie) ?? []
  await logIn(server, {})
  await failed(server.db, 'login-source', 10)
  const asKnown = (sent: string) => statusOf(server, { password: goodPassword, cookie: sent })

  const statuses = {
    ofAnotherAccount: await asKnown(ofEve),
    otherBrowser: await asKnown(`known-browser=${'A'.repeat(22)}.${expires}.${signature}`),
    laterEnd: await asKnown(`known-browser=${browserId}.zzzzzz.${signature}`),
    madeUp: await asKnown(`known-browser=${browserId}.${expires}.${'A'.repeat(43)}`),
    noSignature: await asKnown(`known-browser=${browserId}.${expires}`),
    nonsense: await asKnown(`known-browser=${'~.~'.repeat(900)}`),
    sentTwice: await asKnown(`${ofEve}; ${cookie}`),
    own: await asKnown(cookie),
  }
  server.clock.advance(days(365))
  await logIn(server, {})
  await failed(server.db, 'login-source', 10)

  const { own: known, ...others } = statuses
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 429])))
  expect([known, await asKnown(cookie)]).toEqual([200, 429])
})

test('a browser that several people share is known to the last five of them', async () => {
  const server = await startServer({ environment })
  const names = ['ada', 'bob', 'cy', 'dan', 'eve', 'fay']
  await Promise.all(names.map((name) => server.aUser(name)))
  let cookie = ''
  for (const name of names)
    cookie = givenCookie(await logIn(server, { email: `${name}@mail.test`, password: goodPassword, cookie }))
  for (const name of names) await logIn(server, { email: `${name}@mail.test` })
  await failed(server.db, 'login-source', 10)

  const statuses: number[] = []
  for (const name of names)
    statuses.push(await statusOf(server, { email: `${name}@mail.test`, password: goodPassword, cookie }))

  expect(statuses).toEqual([429, 200, 200, 200, 200, 200])
})

test.each([
  ['its owner changes it', (server: Server) => changeOwn(server)],
  ['an administrator sets another', (server: Server) => setByAdministrator(server)],
])('a new password ends what older browsers are allowed when %s', async (_, change) => {
  const server = await startServer({ environment })
  await server.aCompany('ada')
  const cookie = await aKnownBrowser(server)
  await logIn(server, {})
  await failed(server.db, 'login-source', 10)

  const reply = await change(server)

  expect(reply.status).toBe(200)
  expect(await statusOf(server, { password: another, cookie })).toBe(429)
})

async function setByAdministrator({ anAdmin, db }: Server) {
  const [ada] = await db.select().from(users).where(eq(users.email, 'ada@mail.test'))
  return (await anAdmin())('PATCH', `/api/admin/companies/${ada?.companyId}/password`, { password: another })
}

async function changeOwn({ caller, visitor }: Server) {
  const session = givenCookie(await logIn({ visitor }, { password: goodPassword, network: '203.0.113.50' }), 'session')
  return caller(session)('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own })
}

test('the browser in which the password is changed stays known', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const changed = await changeOwn(server)
  await logIn(server, {})
  await failed(server.db, 'login-source', 10)

  const status = await statusOf(server, { password: another, cookie: givenCookie(changed) })

  expect(status).toBe(200)
})

test('strangers at the login do not keep anybody from changing the own password', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' }, { environment })
  await logIn(server, {})
  for (const limit of ['login-source', 'login-source-hour', 'login-strangers']) await failed(server.db, limit, 200)

  const reply = await ada('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own })

  expect(reply.status).toBe(200)
})

test('what a browser and the strangers may do holds across two processes', async () => {
  const one = await startServer({ environment })
  const two = await startServer({ beside: one, environment })
  await one.aUser('ada')
  const cookie = await aKnownBrowser(one)
  const statuses: number[] = []

  for (let n = 0; n < 12; n++) statuses.push(await statusOf(n % 2 === 0 ? one : two, { cookie }))
  await failed(one.db, 'login-source', 10)
  await logIn(one, { network: '198.51.100.1' })
  await failed(one.db, 'login-strangers', 120)

  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect(await statusOf(two, { password: goodPassword, network: '198.51.100.2' })).toBe(429)
})

test('a wrong password is answered alike by a known browser, a stranger and for an unknown account', async () => {
  const server = await startServer({ environment })
  await server.aUser('ada')
  const cookie = await aKnownBrowser(server)

  const answers = [
    await logIn(server, { cookie }),
    await logIn(server, {}),
    await logIn(server, { cookie, email: 'nobody@mail.test' }),
  ].map(({ status, body, headers }) => [status, { ...body, requestId: '' }, headers.getSetCookie()])

  const same = [401, { message: 'Invalid email or password', code: 'bad-credentials', requestId: '' }, []]
  expect(answers).toEqual([same, same, same])
})

test('the cookie is for the server alone and names no account', async () => {
  const server = await startServer({ environment: { ...environment, PUBLIC_URL: 'https://week.test' } })
  const { userId } = await server.aUser('ada')

  const reply = await logIn(server, { password: goodPassword })

  const given = reply.headers.getSetCookie().find((text) => text.startsWith('__Host-known-browser=')) ?? ''
  const [cookie = '', ...flags] = given.split('; ')
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'])
  expect(cookie).toMatch(/^__Host-known-browser=[\w-]{22}\.[\da-z]+\.[\w-]{43}$/)
  for (const name of ['ada', userId, userId.replaceAll('-', '')]) expect(cookie.toLowerCase()).not.toContain(name)
})
