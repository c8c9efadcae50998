import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { days, hours } from '#server/platform/clock.ts'
import { contents } from '#server/testing/database/contents.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import { oneTimeLinks, users } from '../tables.ts'
import { createAdministrator, resetPassword } from './command-line.ts'
import { prepareFirstAdministrator } from './first-administrator.ts'

const named = { ADMIN_EMAIL: ' Root@Week.test'.trim(), ADMIN_PASSWORD: goodPassword }
const grace = {
  email: 'grace@week.test',
  firstName: 'Grace',
  lastName: 'Hopper',
  password: goodPassword,
  confirmPassword: goodPassword,
}
const tokenIn = (link = '') => /\/login\?setup=([\w-]{43})$/.exec(link)?.[1] ?? ''

test('the administrator named in the environment is made at the first start, and only then', async () => {
  const { platform, db, logIn } = await startServer({ environment: named })

  const first = await prepareFirstAdministrator(platform)
  const second = await prepareFirstAdministrator(platform)

  expect([first, second]).toEqual([{ created: 'root@week.test' }, {}])
  expect((await (await logIn('root@week.test'))('GET', '/api/auth/user')).body.isAdmin).toBe(true)
  expect(await db.select().from(auditEntries)).toMatchObject([
    { actor: 'command line', action: 'created administrator', subject: 'root@week.test' },
  ])
})

test('changing the environment later opens no second door', async () => {
  const one = await startServer({ environment: named })
  await prepareFirstAdministrator(one.platform)
  const changed = { ADMIN_EMAIL: 'mallory@week.test', ADMIN_PASSWORD: goodPassword }
  const two = await startServer({ environment: changed, beside: one })

  const started = await prepareFirstAdministrator(two.platform)

  expect(started).toEqual({})
  await expect(two.logIn('mallory@week.test')).rejects.toThrow('Invalid email or password')
})

test('two processes that start at once make one administrator', async () => {
  const one = await startServer({ environment: named })
  const two = await startServer({ environment: named, beside: one })

  const started = await Promise.all([one, two, one, two].map(({ platform }) => prepareFirstAdministrator(platform)))

  expect(started.filter(({ created }) => created)).toHaveLength(1)
  expect(await one.db.$count(users)).toBe(1)
})

test('a weak or taken value in the environment is refused with a sentence that names it', async () => {
  const weak = await startServer({ environment: { ...named, ADMIN_PASSWORD: 'password' } })
  await expect(prepareFirstAdministrator(weak.platform)).rejects.toThrow(
    'ADMIN_PASSWORD cannot be used for the first administrator. This password is too easy to guess.',
  )

  const taken = await startServer({ environment: { ...named, ADMIN_EMAIL: 'ada@mail.test' } })
  await taken.aUser('ada')
  await expect(prepareFirstAdministrator(taken.platform)).rejects.toThrow(
    'ADMIN_EMAIL cannot be used for the first administrator. An account with this email already exists',
  )
})

test('without the environment a link is printed that makes one administrator, once', async () => {
  const { platform, visitor, logIn, db } = await startServer()
  const { link } = await prepareFirstAdministrator(platform)
  const body = { ...grace, token: tokenIn(link) }

  const first = await visitor('POST', '/api/auth/first-administrator', body)
  const second = await visitor('POST', '/api/auth/first-administrator', { ...body, email: 'mallory@week.test' })

  expect(link).toMatch(/^http:\/\/week\.test\/login\?setup=/)
  expect(first).toMatchObject({ status: 201, body: { message: 'You are the first administrator. Please sign in.' } })
  expect(second).toMatchObject({ status: 409, body: { code: 'already-set-up' } })
  expect((await (await logIn(grace.email))('GET', '/api/auth/user')).body).toMatchObject({
    isAdmin: true,
    firstName: 'Grace',
    lastName: 'Hopper',
    passwordExpiresAt: null,
  })
  expect(await db.$count(oneTimeLinks)).toBe(0)
  expect(await prepareFirstAdministrator(platform)).toEqual({})
})

test('the printed link works for an hour', async () => {
  const { platform, visitor, clock } = await startServer()
  const { link } = await prepareFirstAdministrator(platform)

  clock.advance(hours(1))
  const reply = await visitor('POST', '/api/auth/first-administrator', { ...grace, token: tokenIn(link) })

  expect(reply).toMatchObject({ status: 409, body: { code: 'link-used' } })
})

test('the link is refused once there is an administrator, however it came to be', async () => {
  const { platform, visitor, db } = await startServer()
  const { link } = await prepareFirstAdministrator(platform)
  await createAdministrator(platform, 'root@week.test', goodPassword)
  const before = await contents(db)

  const reply = await visitor('POST', '/api/auth/first-administrator', { ...grace, token: tokenIn(link) })

  expect(reply).toMatchObject({ status: 409, body: { code: 'already-set-up' } })
  expect(await contents(db)).toEqual(before)
})

test('an invented link, a weak password and missing names make nobody an administrator', async () => {
  const { platform, visitor, db } = await startServer()
  const token = tokenIn((await prepareFirstAdministrator(platform)).link)
  const before = await contents(db)
  const set = (changes: object) => visitor('POST', '/api/auth/first-administrator', { ...grace, token, ...changes })

  const replies = [
    await set({ token: 'A'.repeat(43) }),
    await set({ password: 'password', confirmPassword: 'password' }),
    await set({ confirmPassword: 'x' }),
    await set({ firstName: ' ', lastName: '' }),
  ]

  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'link-used'],
    [400, 'weak-password'],
    [400, 'invalid-input'],
    [400, 'invalid-input'],
  ])
  expect(replies[3]?.body.fields).toEqual({ firstName: 'First name is required', lastName: 'Last name is required' })
  expect(await contents(db)).toEqual(before)
})

test('the first person who signs up is no administrator', async () => {
  const { aUser } = await startServer()

  const me = await (await aUser('ada'))('GET', '/api/auth/user')

  expect(me.body.isAdmin).toBe(false)
})

test('a link for a forgotten password does not make an administrator', async () => {
  const { visitor, aUser, mails } = await startServer()
  await aUser('ada')
  await visitor('POST', '/api/auth/forgotten-password', { email: 'ada@mail.test' })
  const token = /reset=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1]

  const reply = await visitor('POST', '/api/auth/first-administrator', { ...grace, token })

  expect(reply).toMatchObject({ status: 409, body: { code: 'link-used' } })
})

test('the command line makes an administrator and refuses a taken address or a weak password', async () => {
  const { platform, logIn } = await startServer()

  const said = await createAdministrator(platform, 'root@week.test', goodPassword)

  expect(said).toBe('root@week.test is an administrator now.')
  expect((await (await logIn('root@week.test'))('GET', '/api/auth/user')).body.isAdmin).toBe(true)
  await expect(createAdministrator(platform, 'root@week.test', goodPassword)).rejects.toThrow('email-taken')
  await expect(createAdministrator(platform, 'two@week.test', 'password')).rejects.toThrow('weak-password')
})

test('the command line gives an account a new password, lets it in again and ends its sessions', async () => {
  const { platform, logIn, db, root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  await admin('PATCH', `/api/admin/companies/${company.companyId}`, { disabled: true })

  const said = await resetPassword(platform, company.email, 'Trade-wind-77')

  expect(said).toBe('acme@mail.test has a new password and is signed out everywhere.')
  await logIn(company.email, 'Trade-wind-77')
  expect((await company('GET', '/api/auth/user')).status).toBe(401)
  await expect(resetPassword(platform, 'nobody@mail.test', 'Trade-wind-77')).rejects.toMatchObject({
    sentence: 'There is no account with the address nobody@mail.test.',
  })
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.actor, 'command line'))
  expect(entries).toMatchObject([{ action: 'reset the password of', subject: 'acme@mail.test' }])
})

test('a temporary password works for seven days and is gone with every session of it', async () => {
  const { logIn, visitor, clock, root } = await startWorld({ root: 'admin' })
  const { confirmPassword: _, ...person } = grace
  await root('POST', '/api/admin/admins', person)
  const session = await logIn(grace.email)
  const expiry = (await session('GET', '/api/auth/user')).body.passwordExpiresAt

  clock.advance(days(7) - 1)
  const inTime = await logIn(grace.email)
  clock.advance(1)
  const refused = await visitor('POST', '/api/auth/login', { email: grace.email, password: goodPassword })

  expect(expiry).toBe('2026-06-08T12:00:00.000Z')
  expect(refused).toMatchObject({ status: 403, body: { code: 'temporary-password-expired' } })
  expect((await inTime('GET', '/api/auth/user')).status).toBe(401)
})

test('whoever chose an own password in time keeps it', async () => {
  const { logIn, clock, root } = await startWorld({ root: 'admin' })
  const { confirmPassword: _, ...person } = grace
  await root('POST', '/api/admin/admins', person)
  const change = { currentPassword: goodPassword, password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }

  await (await logIn(grace.email))('PATCH', '/api/auth/password', change)
  clock.advance(days(8))

  const me = await (await logIn(grace.email, 'Trade-wind-77'))('GET', '/api/auth/user')
  expect(me.body.passwordExpiresAt).toBeNull()
})
