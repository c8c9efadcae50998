import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { aSignup } from '#server/testing/data/world.ts'
import { type Caller, goodPassword, startServer } from '#server/testing.ts'

const signup = aSignup()

async function signedUp() {
  const server = await startServer()
  expect((await server.visitor('POST', '/api/auth/signup', signup)).status).toBe(201)
  const tokens = async () =>
    (await server.mails()).flatMap(
      ({ letter }) => /\/login\?confirm=([\w-]{43})$/.exec(letter.button?.url ?? '')?.[1] ?? [],
    )
  const confirm = (token: string | undefined) => server.visitor('POST', '/api/auth/address-confirmation', { token })
  const ada = await server.logIn(signup.email)
  const account = async (call = ada as Caller) => (await call('GET', '/api/auth/notifications')).body.account
  return { ...server, ada, tokens, confirm, account }
}

test('whoever signs up is welcomed by email, and its link confirms the address, however often it is opened', async () => {
  const { mails, tokens, confirm, account } = await signedUp()
  const [mail, ...others] = await mails()
  const [token] = await tokens()

  expect(others).toEqual([])
  expect(mail).toMatchObject({ template: 'welcome', toAddress: 'ada@mail.test', toName: 'Ada Lovelace' })
  expect(mail?.text).toContain('The account of Engines Ltd is ready.')
  expect(mail?.letter.unsubscribe, 'it is necessary').toBeUndefined()
  expect(await account()).toEqual({ email: 'ada@mail.test', isConfirmed: false })
  expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200])
  expect(await account()).toEqual({ email: 'ada@mail.test', isConfirmed: true })
})

test('nothing is locked while the address is not confirmed', async () => {
  const { ada } = await signedUp()

  const profile = { name: 'Engines Ltd', contactPersonName: 'Ada', email: 'ada@mail.test', phone: '+5999123456' }
  expect((await ada('POST', '/api/companies', profile)).status).toBe(201)
})

test('a lost email is sent again, five times an hour, and no more once the address is confirmed', async () => {
  const { ada, tokens, confirm, mails, clock } = await signedUp()
  const again = () => ada('POST', '/api/auth/confirmation-link')

  for (let times = 0; times < 5; times++) expect((await again()).status).toBe(202)
  expect((await again()).status).toBe(429)
  expect(await tokens()).toHaveLength(6)
  expect((await confirm((await tokens())[3])).status).toBe(200)
  clock.advance(hours(2))
  expect((await again()).status).toBe(202)
  expect(await mails()).toHaveLength(6)
})

test('a link survives a new password, expires after thirty days, and opens nothing else', async () => {
  const { ada, visitor, caller, tokens, confirm, account, clock } = await signedUp()
  const [token] = await tokens()
  const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }

  expect((await visitor('POST', '/api/auth/reset-password', { token, ...own })).status).toBe(409)
  const changed = await ada('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own })
  expect(changed.status).toBe(200)
  expect((await confirm('A'.repeat(43))).body.code).toBe('link-used')
  const again = caller(changed.headers.getSetCookie()[0]?.split(';')[0])
  expect(await account(again)).toMatchObject({ isConfirmed: false })
  clock.advance(days(30) - 1)
  expect((await confirm(token)).status).toBe(200)
  clock.advance(1)
  expect((await confirm(token)).status).toBe(409)
})

test('an address that is taken gets no second welcome', async () => {
  const { visitor, mails } = await signedUp()

  expect((await visitor('POST', '/api/auth/signup', signup)).status).toBe(409)
  expect(await mails()).toHaveLength(1)
})
