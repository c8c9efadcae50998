import { createHook } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'

const guess = { email: 'ada@mail.test', password: 'a-wrong-guess' }

test('a login answers with the person and a cookie', async () => {
  const { visitor, aUser } = await startServer()
  await aUser('ada')

  const reply = await visitor('POST', '/api/auth/login', { email: 'ada@mail.test', password: goodPassword })

  expect(reply).toMatchObject({ status: 200, body: { email: 'ada@mail.test', isAdmin: false, hasCompany: false } })
  expect(reply.headers.get('set-cookie')).toMatch(/^session=[\w-]{43};/)
  expect(reply.text).not.toContain('argon2')
})

test('login asks for an address and a password', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('POST', '/api/auth/login', { email: 'ada', password: '' })

  expect(reply).toMatchObject({
    status: 400,
    body: { fields: { email: 'Invalid email address', password: 'Password is required' } },
  })
})

test('an unknown address and a wrong password get one and the same answer, also for a disabled account', async () => {
  const { visitor, root: admin, ada, off } = await startWorld({ root: 'admin', ada: 'company', off: 'company' })
  await admin('PATCH', `/api/admin/companies/${off.companyId}`, { disabled: true })
  const logIn = (email: string, password: string) => visitor('POST', '/api/auth/login', { email, password })

  const answers = [
    await logIn('nobody@mail.test', goodPassword),
    await logIn(ada.email, 'a-wrong-guess'),
    await logIn(off.email, 'a-wrong-guess'),
  ].map(({ status, body, headers }) => [status, { ...body, requestId: '' }, headers.get('set-cookie')])

  const same = { message: 'Invalid email or password', code: 'bad-credentials', requestId: '' }
  expect(answers).toEqual([
    [401, same, null],
    [401, same, null],
    [401, same, null],
  ])
})

test('the work for an answer does not tell whether an account exists', async () => {
  const { visitor, aCompany, anAdmin } = await startServer()
  const [admin, off] = [await anAdmin(), await aCompany('off'), await aCompany('ada')]
  await admin('PATCH', `/api/admin/companies/${off.companyId}`, { disabled: true })
  const failToLogIn = (name: string) =>
    visitor('POST', '/api/auth/login', { email: `${name}@mail.test`, password: 'a-wrong-guess' })
  // What an unknown account is compared with is made once.
  await failToLogIn('nobody')

  const [ada, nobody, disabled] = [
    await countHashing(() => failToLogIn('ada')),
    await countHashing(() => failToLogIn('nobody')),
    await countHashing(() => failToLogIn('off')),
  ]

  expect([ada, nobody, disabled]).toEqual([1, 1, 1])
})

/** How often a password is hashed meanwhile, which is nearly all of the work. Counted, since times depend on the machine. */
async function countHashing(work: () => Promise<unknown>): Promise<number> {
  const types: string[] = []
  const hook = createHook({ init: (_, type) => void types.push(type) }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  // The library for hashing gives its work no name, and Node calls it this.
  return types.filter((type) => type === 'undefined').length
}

test('the eleventh failed login of an account has to wait, whatever the password', async () => {
  const { visitor, aUser, logIn, clock } = await startServer()
  await aUser('ada')
  for (let n = 0; n < 10; n++) expect((await visitor('POST', '/api/auth/login', guess)).status).toBe(401)
  clock.advance(minutes(2))

  const refused = await visitor('POST', '/api/auth/login', { ...guess, email: 'ADA@mail.test', password: goodPassword })
  clock.advance(minutes(3))
  const later = await logIn('ada@mail.test')

  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'too-many-logins',
      message: 'Too many failed sign-in attempts. Please wait a few minutes and try again.',
    },
  })
  expect(refused.headers.get('retry-after')).toBe('180')
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect((await later('GET', '/api/auth/user')).status).toBe(200)
})

test('an unknown address is limited in the same way', async () => {
  const { visitor } = await startServer()
  const statuses: number[] = []

  for (let n = 0; n < 12; n++) statuses.push((await visitor('POST', '/api/auth/login', guess)).status)

  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

/** As if everybody counted so far had failed this often. */
const failed = (db: Db, limit: 'login-source' | 'login-address', times: number) =>
  db.execute(sql`update attempts set count = ${times} where key like ${`${limit}:%`}`)

test('successful logins are not counted', async () => {
  const { visitor, aUser, logIn, db } = await startServer()
  await aUser('ada')
  await visitor('POST', '/api/auth/login', guess)
  await failed(db, 'login-source', 9)

  for (let n = 0; n < 3; n++) await logIn('ada@mail.test')
  const statuses = [
    (await visitor('POST', '/api/auth/login', guess)).status,
    (await visitor('POST', '/api/auth/login', guess)).status,
  ]

  expect(statuses).toEqual([401, 429])
})

test('one source can fail a hundred times in five minutes over all accounts', async () => {
  const { visitor, clock, db } = await startServer()
  const attempt = (n: number) => visitor('POST', '/api/auth/login', { ...guess, email: `guess${n}@mail.test` })
  await attempt(1)
  await failed(db, 'login-address', 99)

  const last = await attempt(100)
  const refused = await attempt(101)
  clock.advance(minutes(5))
  const later = await attempt(102)

  expect([last.status, refused.status, later.status]).toEqual([401, 429, 401])
  expect(refused.body.code).toBe('too-many-logins')
  expect(refused.headers.get('retry-after')).toBe('300')
})

test('the limits hold across two processes', async () => {
  const one = await startServer()
  const two = await startServer({ beside: one })
  await one.aUser('ada')
  const statuses: number[] = []

  for (let n = 0; n < 12; n++) {
    const server = n % 2 === 0 ? one : two
    statuses.push((await server.visitor('POST', '/api/auth/login', guess)).status)
  }

  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('a made-up X-Forwarded-For does not escape the limit', async () => {
  const { visitor, db } = await startServer()
  const from = (address: string) =>
    visitor('POST', '/api/auth/login', guess, {
      headers: { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` },
    })
  await from('203.0.113.1')
  await failed(db, 'login-address', 100)

  const reply = await from('203.0.113.2')

  expect(reply.status).toBe(429)
})

test('behind the named proxy each client is a source of its own, and a /64 of IPv6 is one source', async () => {
  const { visitor, db } = await startServer({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const from = async (address: string) =>
    (await visitor('POST', '/api/auth/login', guess, { headers: { 'x-forwarded-for': address } })).status
  await from('2001:db8::1')
  await failed(db, 'login-address', 100)

  const statuses = {
    sameNetwork: [await from('2001:db8::ffff'), await from('2001:DB8:0:0:9:8:7:6'), await from('2001:db8:0::1.2.3.4')],
    otherNetwork: [await from('2001:db8:0:1::1'), await from('2001:db8:1::1'), await from('::1')],
    otherClient: [await from('203.0.113.7'), await from('::ffff:203.0.113.8')],
  }

  expect(statuses).toEqual({ sameNetwork: [429, 429, 429], otherNetwork: [401, 401, 401], otherClient: [401, 401] })
})

test('a client has one count whether its address is written as IPv4 or as IPv6', async () => {
  const { visitor, db } = await startServer({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const from = async (address: string) =>
    (await visitor('POST', '/api/auth/login', guess, { headers: { 'x-forwarded-for': address } })).status
  await from('203.0.113.7')
  await failed(db, 'login-address', 100)

  const statuses = [await from('::ffff:203.0.113.7'), await from('::FFFF:cb00:7107')]

  expect(statuses).toEqual([429, 429])
})

test('the table of attempts holds no address', async () => {
  const { visitor, db } = await startServer()

  await visitor('POST', '/api/auth/login', guess)

  const { rows } = await db.execute(sql`select * from attempts`)
  expect(rows).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/ada|mail\.test|127\.0\.0\.1/)
})

test('the log tells of every login: how it ended, from where and in which request, without naming anybody', async () => {
  const { visitor, aUser, aCompany, anAdmin, db, logs } = await startServer({ environment: { LOG_LEVEL: 'info' } })
  const [ada, off] = [await aUser('ada'), await aCompany('off')]
  await (await anAdmin())('PATCH', `/api/admin/companies/${off.companyId}`, { disabled: true })
  const right = { email: ada.email, password: goodPassword }
  const logIn = async (body: object, cookie = '') =>
    visitor('POST', '/api/auth/login', body, { headers: cookie ? { cookie } : {} })

  const replies = [
    await logIn(right),
    await logIn(guess),
    await logIn({ ...guess, email: 'nobody@mail.test' }),
    await logIn({ ...right, email: off.email }),
  ]
  const known = replies[0]?.headers.getSetCookie()[1]?.split(';')[0]
  replies.push(await logIn(right, known))
  await failed(db, 'login-source', 10)
  replies.push(await logIn(right))

  const [address, isKnownBrowser] = ['127.0.0.1', false]
  const failure = { event: 'login-failed', address, isKnownBrowser }
  const requestIds = replies.map(({ headers }) => headers.get('x-request-id'))
  const events = [
    { event: 'login', user: ada.userId, address, isKnownBrowser },
    { ...failure, outcome: 'wrong-password', user: ada.userId },
    { ...failure, outcome: 'unknown-account' },
    { ...failure, outcome: 'disabled', user: off.userId },
    { event: 'login', user: ada.userId, address, isKnownBrowser: true },
    { ...failure, outcome: 'too-many-attempts', user: ada.userId },
  ]
  const logged = logs.map((line) => JSON.parse(line)).filter(({ event }) => /^login/.test(event))
  expect(logged).toMatchObject(events.map((event, n) => ({ ...event, requestId: requestIds[n] })))
  expect(logs.join()).not.toMatch(/@|a-wrong-guess|Lanes/)
})
