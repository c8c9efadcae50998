import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { endedSessions } from '#server/platform/sessions/tables.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { type Caller, goodPassword, startWorld } from '#server/testing.ts'
import * as auth from '../service.ts'

async function aCompanyAndARoot(environment: Record<string, string> = {}) {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' }, { environment })
  const path = `/api/admin/companies/${acme.companyId}`
  const disable = (disabled = true) => root('PATCH', path, { disabled })
  const reset = (password = 'Trade-wind-77') => root('PATCH', `${path}/password`, { password })
  const reason = async (call: Caller = acme) => (await call('POST', '/api/auth/ended-session')).body.reason
  return { ...server, root, acme, disable, reset, reason }
}

test('whoever is disabled is told why by the stream, and by the cookie once', async () => {
  const { acme, base, disable } = await aCompanyAndARoot()
  const stream = await openStream(base, acme.cookie)

  await disable()

  await stream.ended()
  expect(stream.text()).toContain('event: ended\ndata: {"reason":"disabled"}')
  const told = await acme('POST', '/api/auth/ended-session')
  expect(told).toMatchObject({ status: 200, body: { reason: 'disabled' } })
  expect(told.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  expect((await acme('GET', '/api/auth/user')).status).toBe(401)
})

test('the page itself says why and clears the cookie, so that it is said once', async () => {
  const { acme, reset, caller } = await aCompanyAndARoot()
  await reset()

  const page = await acme('GET', '/')

  expect(JSON.parse(/id="boot">(.*?)<\/script>/.exec(page.text)?.[1] ?? '')).toMatchObject({
    user: null,
    signedOut: 'password-reset',
  })
  expect(page.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  expect((await caller()('GET', '/')).text).not.toContain('signedOut')
})

test('another device reads that the password was changed; the own session goes on', async () => {
  const { acme, reason, caller } = await aCompanyAndARoot()
  const phone = await acme.enter()
  const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }

  const { headers } = await acme('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own })
  const laptop = caller(headers.getSetCookie()[0]?.split(';')[0])

  expect(await reason(phone)).toBe('password-changed')
  expect(await reason(laptop)).toBeNull()
  expect((await laptop('GET', '/api/auth/user')).status).toBe(200)
})

test('who signed out, who is a stranger and whose account works again is told nothing', async () => {
  const { acme, reason, disable, visitor, caller, platform, clock, db } = await aCompanyAndARoot()
  const leaving = await acme.enter()
  await leaving('GET', '/api/logout')
  expect(await reason(leaving)).toBeNull()
  expect(await reason(visitor)).toBeNull()
  expect(await reason(caller('session=made-up'))).toBeNull()

  await disable()
  expect(await reason()).toBe('disabled')
  await disable(false)
  expect(await reason()).toBeNull()

  const again = await acme.enter()
  await disable()
  clock.advance(days(8))
  expect(await reason(again)).toBeNull()
  await auth.sweep(platform)
  expect(await db.$count(endedSessions)).toBe(0)
})

test('a disabled account is named as disabled after the right password only, with whom to write to', async () => {
  const { acme, disable, visitor } = await aCompanyAndARoot({ SUPPORT_EMAIL: 'help@week.test' })
  await disable()
  const logIn = (password: string, email = acme.email) => visitor('POST', '/api/auth/login', { email, password })

  expect(await logIn(goodPassword)).toMatchObject({
    status: 403,
    body: { code: 'account-disabled', message: 'This account is disabled. Please write to help@week.test.' },
  })
  const { requestId: _, ...wrong } = (await logIn('not the password')).body
  const { requestId: __, ...unknown } = (await logIn('not the password', 'nobody@mail.test')).body
  expect(wrong).toEqual({ code: 'bad-credentials', message: 'Invalid email or password' })
  expect(unknown).toEqual(wrong)
})

test('without an address of the organisers the sentence still says what to do', async () => {
  const { acme, disable, visitor } = await aCompanyAndARoot()
  await disable()

  const { body } = await visitor('POST', '/api/auth/login', { email: acme.email, password: goodPassword })

  expect(body.message).toBe('This account is disabled. Please ask the organisers.')
})
