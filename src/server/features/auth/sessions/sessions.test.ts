import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { sessions } from '#server/platform/sessions/tables.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import * as auth from '../service.ts'

const credentials = { email: 'ada@mail.test', password: goodPassword }
const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

test('on plain http the cookie is closed to scripts and other sites', async () => {
  const { visitor, aUser } = await startServer()
  await aUser('ada')

  const reply = await visitor('POST', '/api/auth/login', credentials)

  const [cookie, ...flags] = reply.headers.getSetCookie()[0]?.split('; ') ?? []
  expect(cookie).toMatch(/^session=[\w-]{43}$/)
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
})

test('on https the cookie is bound to this host and to TLS', async () => {
  const { visitor, aUser } = await startServer({ environment: { PUBLIC_URL: 'https://week.test' } })
  await aUser('ada')

  const reply = await visitor('POST', '/api/auth/login', credentials)

  const [cookie, ...flags] = reply.headers.getSetCookie()[0]?.split('; ') ?? []
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}$/)
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('on https a cookie without the prefix is worth nothing', async () => {
  const { caller, ada } = await startWorld({ ada: 'user' }, { environment: { PUBLIC_URL: 'https://week.test' } })

  const reply = await caller(`session=${secretOf(ada.cookie)}`)('GET', '/api/auth/user')

  expect(reply.status).toBe(401)
})

test('whoever reads the session table cannot sign in with it', async () => {
  const { caller, db, ada } = await startWorld({ ada: 'user' })

  const [stored] = await db.select().from(sessions)
  const replay = await caller(`session=${stored?.sid}`)('GET', '/api/auth/user')

  expect(stored).toMatchObject({ sid: expect.stringMatching(/^[\w-]{43}$/), sess: { userId: ada.userId } })
  expect(JSON.stringify(stored)).not.toContain(secretOf(ada.cookie))
  expect(replay.status).toBe(401)
})

test('every login gets a secret of its own', async () => {
  const { logIn, ada: first } = await startWorld({ ada: 'user' })

  const second = await logIn('ada@mail.test')

  expect(second.cookie).not.toBe(first.cookie)
  expect((await first('GET', '/api/auth/user')).status).toBe(200)
})

test('a cookie planted before the login is worth nothing after it', async () => {
  const { caller, aUser, db } = await startServer()
  await aUser('ada')
  await db.delete(sessions)
  const planted = `session=${'A'.repeat(43)}`

  const login = await caller(planted)('POST', '/api/auth/login', credentials)

  expect(login.status).toBe(200)
  expect(login.headers.get('set-cookie')).not.toContain('A'.repeat(43))
  expect((await caller(planted)('GET', '/api/auth/user')).status).toBe(401)
})

test('signing in again from the same browser ends the session before', async () => {
  const { db, ada: first } = await startWorld({ ada: 'user' })

  await first('POST', '/api/auth/login', credentials)

  expect((await first('GET', '/api/auth/user')).status).toBe(401)
  expect(await db.$count(sessions)).toBe(1)
})

test('signing in as somebody else leaves nothing of the first person in the browser', async () => {
  const { caller, ada, bob } = await startWorld({ ada: 'user', bob: 'user' })

  const login = await ada('POST', '/api/auth/login', { email: bob.email, password: goodPassword })
  const now = caller(login.headers.get('set-cookie')?.split(';')[0])

  expect((await now('GET', '/api/auth/user')).body.email).toBe(bob.email)
  expect((await ada('GET', '/api/auth/user')).status).toBe(401)
})

test('a session ends after seven days without a visit', async () => {
  const { clock, ada } = await startWorld({ ada: 'user' })

  clock.advance(days(7) - 1)
  const onTheLastMoment = await ada('GET', '/api/auth/user')
  clock.advance(days(7))
  const tooLate = await ada('GET', '/api/auth/user')

  expect([onTheLastMoment.status, tooLate.status]).toEqual([200, 401])
})

test('visits prolong a session up to thirty days', async () => {
  const { clock, ada } = await startWorld({ ada: 'user' })
  const statuses: number[] = []

  for (let visit = 0; visit < 5; visit++) {
    clock.advance(days(6) - 1)
    statuses.push((await ada('GET', '/api/auth/user')).status)
  }
  clock.advance(hours(1))
  statuses.push((await ada('GET', '/api/auth/user')).status)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 401])
})

test('a clock that is set back neither ends nor prolongs a session', async () => {
  const { clock, db, ada } = await startWorld({ ada: 'user' })
  const [before] = await db.select().from(sessions)

  clock.advance(-days(1))
  const reply = await ada('GET', '/api/auth/user')

  expect(reply.status).toBe(200)
  expect(await db.select().from(sessions)).toEqual([before])
})

test('expired sessions are swept away', async () => {
  const { aUser, clock, db, platform } = await startServer()
  await aUser('ada')
  clock.advance(days(8))
  await aUser('bob')

  await auth.sweep(platform)

  expect(await db.$count(sessions)).toBe(1)
})

test('a changed, shortened, doubled or foreign cookie signs nobody in', async () => {
  const { caller, ada, bob } = await startWorld({ ada: 'user', bob: 'user' })
  const secret = secretOf(ada.cookie)
  const other = secret.startsWith('A') ? 'B' : 'A'
  const cookies = [
    `session=${other}${secret.slice(1)}`,
    `session=${secret.slice(0, -1)}`,
    `session=${secret}=`,
    `session=${secret.toLowerCase()}${secret}`,
    `Session=${secret}`,
    `session[]=${secret}`,
    'session=',
    'session=%00',
    'session=%ff',
    `session=' or 1=1 --`,
    `session=${'x'.repeat(5000)}`,
    `sid=${secret}`,
    // Another page of this host planted the first of the two; which one is meant nobody can say.
    `${bob.cookie}; ${ada.cookie}`,
    `${ada.cookie}; session=planted`,
    `session=planted; ${ada.cookie}`,
  ]

  for (const cookie of cookies) {
    const reply = await caller(cookie)('GET', '/api/auth/user')
    expect([cookie, reply.status]).toEqual([cookie, 401])
  }
})

test('a session in the address or in another header is not looked at', async () => {
  const { visitor, aUser } = await startServer()
  const secret = secretOf((await aUser('ada')).cookie)

  const replies = [
    await visitor('GET', `/api/auth/user?session=${secret}`),
    await visitor('GET', '/api/auth/user', undefined, { headers: { authorization: `Bearer ${secret}` } }),
    await visitor('GET', '/api/auth/user', undefined, { headers: { 'x-session': secret } }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
})

test('logging out ends the session, clears the cookie and goes to the landing page', async () => {
  const { base, db, ada } = await startWorld({ ada: 'user' })
  const stream = await openStream(base, ada.cookie)

  const reply = await ada('GET', '/api/logout')

  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toBe('/')
  expect(reply.headers.get('set-cookie')).toMatch(
    /^session=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=\//,
  )
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect((await ada('GET', '/api/auth/user')).status).toBe(401)
  expect(await db.$count(sessions)).toBe(0)
  await stream.ended()
})

test('logging out leaves other devices signed in', async () => {
  const { aUser, logIn } = await startServer()
  const [phone, laptop] = [await aUser('ada'), await logIn('ada@mail.test')]

  await phone('GET', '/api/logout')

  expect((await laptop('GET', '/api/auth/user')).status).toBe(200)
})

test('another site cannot sign anybody out', async () => {
  const { ada } = await startWorld({ ada: 'user' })

  for (const site of ['cross-site', 'same-site', 'Same-Origin', '']) {
    const reply = await ada('GET', '/api/logout', undefined, { headers: { 'sec-fetch-site': site } })
    expect([site, reply.status, reply.headers.get('set-cookie')]).toEqual([site, 302, null])
  }

  expect((await ada('GET', '/api/auth/user')).status).toBe(200)
})

test('a typed address and a link of our own sign out', async () => {
  const { aUser, logIn } = await startServer()
  const [first, second] = [await aUser('ada'), await logIn('ada@mail.test')]

  await first('GET', '/api/logout', undefined, { headers: { 'sec-fetch-site': 'none' } })
  await second('GET', '/api/logout', undefined, { headers: { 'sec-fetch-site': 'same-origin' } })

  expect((await first('GET', '/api/auth/user')).status).toBe(401)
  expect((await second('GET', '/api/auth/user')).status).toBe(401)
})

test('logging out never leads to another place', async () => {
  const { visitor } = await startServer()

  const replies = [
    await visitor('GET', '/api/logout?next=https://evil.test&returnTo=//evil.test'),
    await visitor('GET', '/api/logout', undefined, { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } }),
  ]

  expect(replies.map(({ headers }) => headers.get('location'))).toEqual(['/', '/'])
})
