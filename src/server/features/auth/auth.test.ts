import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aSignup } from '#server/testing/data/world.ts'
import { contents } from '#server/testing/database/contents.ts'
import { startServer } from '#server/testing.ts'
import { users } from './tables.ts'

const ada = aSignup({ contactPersonName: 'Ada King Lovelace' })

test('signing up makes an account that waits for its company profile', async () => {
  const { visitor, logIn } = await startServer()

  const signup = await visitor('POST', '/api/auth/signup', ada)
  const me = await (await logIn(ada.email))('GET', '/api/auth/user')

  expect(signup).toMatchObject({
    status: 201,
    body: { message: 'Your company account has been created successfully.' },
  })
  expect(signup.headers.get('set-cookie')).toBeNull()
  expect(me.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: 'ada@mail.test',
    firstName: 'Ada',
    lastName: 'King Lovelace',
    profileImageUrl: null,
    isAdmin: false,
    companyId: null,
    hasCompany: false,
    draft: { companyName: 'Engines Ltd', contactPersonName: 'Ada King Lovelace', phone: '+5999123456' },
    passwordExpiresAt: null,
  })
})

test('a contact person with one name has a first name only', async () => {
  const { visitor, logIn } = await startServer()

  await visitor('POST', '/api/auth/signup', { ...ada, contactPersonName: '  Pelé  ' })
  const me = await (await logIn(ada.email))('GET', '/api/auth/user')

  expect(me.body).toMatchObject({ firstName: 'Pelé', lastName: null, draft: { contactPersonName: 'Pelé' } })
})

test('an e-mail address is trimmed and kept in lower case, at signup and at login', async () => {
  const { visitor, logIn } = await startServer()

  await visitor('POST', '/api/auth/signup', { ...ada, email: '  Ada@MAIL.Test ' })
  const me = await (await logIn(' ADA@mail.test '))('GET', '/api/auth/user')

  expect(me.body.email).toBe('ada@mail.test')
})

test('a taken address is refused whatever its case', async () => {
  const { visitor, db } = await startServer()
  await visitor('POST', '/api/auth/signup', ada)

  const reply = await visitor('POST', '/api/auth/signup', { ...ada, email: 'ADA@Mail.Test ' })

  expect(reply).toMatchObject({
    status: 409,
    body: {
      code: 'email-taken',
      message: 'An account with this email already exists',
      fields: { email: 'An account with this email already exists' },
    },
  })
  expect(await db.$count(users)).toBe(1)
})

const wrong: [field: string, value: unknown, sentence: string][] = [
  ['email', 'ada', 'Invalid email address'],
  ['email', 'ada@', 'Invalid email address'],
  ['email', 'a b@mail.test', 'Invalid email address'],
  ['email', 'Ada <ada@mail.test>', 'Invalid email address'],
  ['email', '', 'Invalid email address'],
  ['email', 1, 'Invalid email address'],
  ['email', `${'a'.repeat(250)}@mail.test`, 'Must be at most 254 characters'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', undefined, 'Password must be at least 8 characters'],
  ['password', 'ab'.repeat(101), 'Must be at most 200 characters'],
  ['confirmPassword', 'Lanes-and-sun-43', "Passwords don't match"],
  ['confirmPassword', '', "Passwords don't match"],
  ['companyName', 'E', 'Company name is required'],
  ['companyName', '  E  ', 'Company name is required'],
  ['companyName', 'E'.repeat(201), 'Must be at most 200 characters'],
  ['contactPersonName', 'A', 'Contact person name is required'],
  ['contactPersonName', null, 'Contact person name is required'],
  ['phone', '123456789', 'Valid phone number is required'],
  ['phone', '+599 (12) 3--', 'Valid phone number is required'],
  ['phone', '----------', 'Valid phone number is required'],
  ['phone', '  123456789  ', 'Valid phone number is required'],
  ['phone', '1'.repeat(41), 'Must be at most 40 characters'],
  ['isAdmin', true, 'Unknown field: isAdmin'],
  ['companyId', '6f2b0a52-3c1e-4f60-9a55-0d6f0e9a1b11', 'Unknown field: companyId'],
]

test('every rule of signup is kept by the server, with its own sentence', async () => {
  const { visitor, db } = await startServer()
  const before = await contents(db, { without: ['attempts'] })

  for (const [field, value, sentence] of wrong) {
    const reply = await visitor('POST', '/api/auth/signup', { ...ada, [field]: value })

    expect([field, value, reply.status, reply.body.code]).toEqual([field, value, 400, 'invalid-input'])
    const named = field in ada ? field : '_'
    expect(reply.body.fields[named]).toBe(sentence)
    expect(reply.body.message).toBe(sentence)
  }
  expect(await contents(db, { without: ['attempts'] })).toEqual(before)
})

test('all wrong fields are named at once', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('POST', '/api/auth/signup', { email: 'x' })

  expect(Object.keys(reply.body.fields).sort()).toEqual([
    'companyName',
    'confirmPassword',
    'contactPersonName',
    'email',
    'password',
    'phone',
  ])
})

test('one address can sign up a hundred times in an hour', async () => {
  const { visitor, clock } = await startServer()
  const weak = { ...ada, password: 'password', confirmPassword: 'password' }
  const attempt = () => visitor('POST', '/api/auth/signup', weak)
  const first = await Promise.all(Array.from({ length: 100 }, attempt))

  const refused = await attempt()
  clock.advance(hours(1))
  const later = await attempt()

  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([400]))
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(later.status).toBe(400)
})

test('without a session there is no current user', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('GET', '/api/auth/user')

  expect(reply).toMatchObject({
    status: 401,
    body: { code: 'not-signed-in', message: 'Please sign in to continue.', requestId: expect.any(String) },
  })
})
