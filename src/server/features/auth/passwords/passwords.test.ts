import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aBrowser } from '#server/features/notifications/push/testing.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { sessions } from '#server/platform/sessions/tables.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import { users } from '../tables.ts'
import { isPassword } from './passwords.ts'

const another = 'Trade-wind-77'
const change = { currentPassword: goodPassword, password: another, confirmPassword: another }

// First in this file: what it looks for happened only to the first logins of a process.
test('more logins than can be checked are told to come back, and nobody is shut out for good', async () => {
  const { visitor } = await startServer()
  const logIn = () => visitor('POST', '/api/auth/login', { email: 'ada@mail.test', password: goodPassword })
  const [atOnce, longestQueue] = [2, 100]

  const checked = Array.from({ length: atOnce + longestQueue }, () => isPassword('x', undefined))
  const oneTooMany = isPassword('x', undefined)

  await expect(oneTooMany).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 })
  expect(new Set(await Promise.all(checked))).toEqual(new Set([false]))
  expect((await logIn()).status).toBe(401)
})

test('changing the password asks for the current one and ends every other session', async () => {
  const { aUser, logIn, base, mails, caller } = await startServer()
  const [laptop, phone] = [await aUser('ada'), await logIn('ada@mail.test')]
  const [hers, lost] = [await openStream(base, laptop.cookie), await openStream(base, phone.cookie)]

  const reply = await laptop('PATCH', '/api/auth/password', change)

  expect(reply).toMatchObject({ status: 200, body: { message: 'Your password has been changed.' } })
  await lost.ended()
  expect(lost.text()).toContain('event: ended')
  expect((await phone('GET', '/api/auth/user')).status).toBe(401)
  expect((await caller(sessionIn(reply))('GET', '/api/auth/user')).status).toBe(200)
  // It comes back with the new cookie, and tells nobody that they were signed out.
  await hers.ended()
  expect(hers.text()).not.toContain('event: ended')
  await logIn('ada@mail.test', another)
  await expect(logIn('ada@mail.test', goodPassword)).rejects.toThrow('Invalid email or password')
  const [mail] = await mails()
  expect(mail).toMatchObject({ toAddress: 'ada@mail.test', template: 'password-changed' })
  expect(`${mail?.text} ${mail?.html}`).not.toContain(another)
})

const sessionIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(';')[0]

test('a new password gives the own session a new id: the old cookie is worth nothing, and what it was given goes on', async () => {
  const { acme, ...server } = await startWorld({ acme: 'company' })
  const phone = aBrowser('phone').subscription
  expect((await acme('POST', '/api/auth/push-device', phone)).status).toBe(200)
  const file = { fileName: 'run.jpg', size: 1000, contentType: 'image/jpeg', purpose: 'proof' }
  expect((await acme('POST', '/api/uploads', file)).status).toBe(201)
  const before = await server.db.select().from(sessions)
  expect(before).toHaveLength(1)

  const reply = await acme('PATCH', '/api/auth/password', change)

  const cookie = sessionIn(reply)
  expect(cookie).toMatch(/^session=[\w-]{43}$/)
  expect(cookie).not.toBe(acme.cookie)
  const after = await server.db.select().from(sessions)
  expect(after).toEqual([{ ...before[0], sid: hashSecret(cookie?.slice('session='.length) ?? '') }])
  expect((await acme('GET', '/api/auth/user')).status).toBe(401)
  expect((await acme('POST', '/api/auth/ended-session')).body).toEqual({ reason: null })
  const again = server.caller(cookie)
  expect((await again('GET', '/api/auth/user')).body.email).toBe(acme.email)
  expect((await again('GET', '/api/auth/push-device')).body.isOn).toBe(true)
  expect(await server.db.select().from(uploads)).toMatchObject([{ state: 'granted', sessionId: after[0]?.sid }])
})

test('a wrong current password changes nothing', async () => {
  const { logIn, mails, ada } = await startWorld({ ada: 'user' })

  const reply = await ada('PATCH', '/api/auth/password', { ...change, currentPassword: 'a-wrong-guess' })

  expect(reply).toMatchObject({
    status: 409,
    body: { code: 'wrong-password', fields: { currentPassword: 'The current password is not right' } },
  })
  await logIn('ada@mail.test')
  expect(await mails()).toEqual([])
})

test('guessing the current password is limited like guessing at the login', async () => {
  const { ada } = await startWorld({ ada: 'user' })
  const statuses: number[] = []

  for (let n = 0; n < 11; n++) {
    statuses.push((await ada('PATCH', '/api/auth/password', { ...change, currentPassword: `guess-${n}` })).status)
  }

  expect(statuses).toEqual([...Array(10).fill(409), 429])
})

test('the same password again, an unequal confirmation or a short one is refused', async () => {
  const { ada } = await startWorld({ ada: 'user' })
  const same = { ...change, password: goodPassword, confirmPassword: goodPassword }

  const replies = [
    await ada('PATCH', '/api/auth/password', same),
    await ada('PATCH', '/api/auth/password', { ...change, confirmPassword: 'Trade-wind-78' }),
    await ada('PATCH', '/api/auth/password', { ...change, password: '1234567', confirmPassword: '1234567' }),
  ]

  expect(replies.map(({ status, body }) => [status, body.fields])).toEqual([
    [400, { password: 'That is your current password. Please choose another one.' }],
    [400, { confirmPassword: "Passwords don't match" }],
    [400, { password: 'Password must be at least 8 characters' }],
  ])
})

const person = { companyName: 'Blauwe Baai Resort', contactPersonName: 'Ada Lovelace', phone: '+5999123456' }
const signup = (password: string) => ({
  ...person,
  email: 'office@mambo.test',
  password,
  confirmPassword: password,
})

test('passwords that are tried first are refused', async () => {
  const { visitor, db } = await startServer()
  const tried = ['password', 'PassWord', '12345678', 'iloveyou', 'qwertyuiop', 'aaaaaaaa', 'abababab', 'Password1!']
  const product = ['SportsWeek2026', 'sports-week!', 'fddk-fddk', 'FDDK2026!', 'Curaçao-2026', 'wellness99']
  const theirs = [
    'blauwebaai1',
    'Blauwe Baai 26',
    'Resort2026!',
    'lovelace!!1',
    'mambo-resort',
    'Mambo-2026',
    'office@mambo.test',
  ]

  for (const password of [...tried, ...product, ...theirs]) {
    const reply = await visitor('POST', '/api/auth/signup', signup(password))
    const sentence = 'This password is too easy to guess. Please choose another one.'
    expect([password, reply.status, reply.body.code]).toEqual([password, 400, 'weak-password'])
    expect(reply.body).toMatchObject({ message: sentence, fields: { password: sentence } })
  }
  expect(await db.$count(users)).toBe(0)
})

test('a common password is refused in each of its spellings, and a row of letters or digits', async () => {
  const { ada } = await startWorld({ ada: 'user' })
  const rows = ['abcdefgh', 'hgfedcba', 'ABCDEFGH', 'abcdefgh1', 'klmnopqr', '23456789', '87654321']
  const spellings = [
    'P@ssw0rd1',
    'summer2026',
    'Summer-2026!',
    '$ummer2026',
    '2026summer',
    'W1nter!!',
    'We1come1!',
    'Dr@g0n99',
    'Sómmér2026',
  ]
  // Beyond the twenty thousand most used ones.
  const rare = ['justinbiebe', 'felicidad']
  const kept = [
    'tyz!9wqk',
    'Trade-wind-77',
    'Salt-pans-31',
    'Divi-divi-12',
    'correct horse battery',
    'abcdefhg-wind',
    'пароль-на-пляже',
  ]
  const outcome = async (password: string) => {
    const reply = await ada('PATCH', '/api/auth/password', {
      currentPassword: 'a-wrong-guess',
      password,
      confirmPassword: password,
    })
    return [password, reply.body.code]
  }

  for (const password of [...rows, ...spellings, ...rare])
    expect(await outcome(password)).toEqual([password, 'weak-password'])
  for (const password of kept) expect(await outcome(password)).toEqual([password, 'wrong-password'])
})

test('a company keeps the rule about its own name after setup, wherever the password is chosen', async () => {
  const { aCompany, anAdmin } = await startServer()
  const [admin, company] = [await anAdmin(), await aCompany('acme', { name: 'Blauwe Baai Resort' })]
  const weak = 'BlauweBaai26'

  const replies = [
    await company('PATCH', '/api/auth/password', { ...change, password: weak, confirmPassword: weak }),
    await admin('PATCH', `/api/admin/companies/${company.companyId}/password`, { password: weak }),
  ]

  expect(replies.map(({ body }) => body.code)).toEqual(['weak-password', 'weak-password'])
})

test('refused new passwords are not counted as failed logins', async () => {
  const { ada } = await startWorld({ ada: 'user' })

  for (let n = 0; n < 11; n++) {
    await ada('PATCH', '/api/auth/password', { ...change, password: 'password', confirmPassword: 'password' })
  }

  expect((await ada('PATCH', '/api/auth/password', change)).status).toBe(200)
})

test('unicode, spaces and long passwords are kept to the last character', async () => {
  const { visitor, logIn } = await startServer()
  const passwords = ['  two spaces  ', 'пароль-на-пляже', '海へ行こう、みんなで', '🏃‍♀️🚴🏽‍♂️🏊', `${'x1Ω'.repeat(66)}ab`]

  for (const [n, password] of passwords.entries()) {
    const email = `person${n}@mail.test`
    await visitor('POST', '/api/auth/signup', { ...person, email, password, confirmPassword: password })
    await logIn(email, password)
    const near = [password.slice(0, -1), password.trim(), password.toUpperCase()].filter((other) => other !== password)
    for (const other of near) await expect(logIn(email, other)).rejects.toThrow('Invalid email or password')
  }
})

test('eight characters are enough, and only a salted argon2id hash is kept', async () => {
  const { visitor, db } = await startServer()

  for (const email of ['ada@mail.test', 'bob@mail.test']) {
    await visitor('POST', '/api/auth/signup', { ...signup('tyz!9wqk'), email })
  }

  const hashes = (await db.select().from(users)).map(({ password }) => password)
  expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4}),t=[2-9],p=1\$/)
  expect(new Set(hashes).size).toBe(2)
})
