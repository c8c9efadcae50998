import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { sendRaw } from '#server/testing/network/raw.ts'
import { type Caller, goodPassword, startServer } from '#server/testing.ts'
import { LiveHub } from '../live/hub.ts'
import { startDelivery } from '../mail/deliver.ts'
import { MailFailure } from '../mail/transports/transport.ts'
import type { Platform } from '../platform.ts'
import { withoutAddresses } from './describe-error.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? ''
const withId = (id: string) => ({ headers: { 'x-request-id': id } })
/** An answer that nobody has foreseen, of a product that no test watches for those. */
async function askWithDefect(platform: Platform, message: string) {
  vi.spyOn(platform.maintenance, 'read').mockRejectedValueOnce(new Error(message))
  const app = createApp({ platform, hub: new LiveHub(), clientFolder: '' })
  onTestFinished(() => app.close())
  const { statusCode, headers } = await app.inject({ method: 'GET', url: '/api/maintenance' })
  return { status: statusCode, id: headers['x-request-id'] }
}

const ours = '0c9b6a54-3f0e-4a53-9a51-2f9f6c1d7e10'

test('every answer carries the id of its request, which a refusal repeats', async () => {
  const { base, visitor } = await startServer()

  const [fine, again] = [await visitor('GET', '/api/healthz'), await visitor('GET', '/api/healthz')]
  expect(idOf(fine)).toMatch(uuid)
  expect(idOf(again)).not.toBe(idOf(fine))
  for (const path of ['/api/auth/user', '/api/nowhere', `/api/companies/${'a'.repeat(300)}`, '/api/%ff']) {
    const reply = await visitor('GET', path)
    expect([path, idOf(reply)]).toEqual([path, reply.body.requestId])
    expect(idOf(reply)).toMatch(uuid)
  }
  const unreadable = await sendRaw(base, 'GET /api/healthz HTTP/1.1\r\nbad header\r\n\r\n')
  const [, id] = unreadable.text.match(/^x-request-id: (.+)\r$/m) ?? []
  expect(unreadable.text).toContain(`"requestId":"${id}"`)
})

test('the id of a trusted proxy is kept; of anybody else, or with anything else in it, it is not', async () => {
  const open = await startServer()
  expect(idOf(await open.visitor('GET', '/api/healthz', undefined, withId(ours)))).not.toBe(ours)
  const other = await startServer({ environment: { TRUST_PROXY: '10.0.0.0/8, ::1' } })
  expect(idOf(await other.visitor('GET', '/api/healthz', undefined, withId(ours)))).not.toBe(ours)

  const { visitor } = await startServer({ environment: { TRUST_PROXY: '10.0.0.1, 127.0.0.0/8' } })
  const ask = async (id: string) => idOf(await visitor('GET', '/api/healthz', undefined, withId(id)))
  expect(await ask(ours)).toBe(ours)
  expect(await ask('0123456789abcdef0123456789ABCDEF')).toBe('0123456789abcdef0123456789ABCDEF')
  for (const id of ['', 'ada@mail.test', `${ours}0`, `${ours}, ${ours}`, '"}{"level":50', 'x'.repeat(2_000)])
    expect(await ask(id)).toMatch(uuid)
})

test('what a request logs carries the id of its answer', async () => {
  const { visitor, logIn, aUser, anAdmin, platform, logs } = await startServer({ environment: { LOG_LEVEL: 'info' } })
  const [{ email }, admin] = [await aUser(), await anAdmin()]
  const user = await logIn(email)
  const { id: eventId } = await anEvent(admin)
  const calls: [number, Caller, Parameters<Caller>][] = [
    [401, visitor, ['POST', '/api/auth/login', { email, password: 'not-the-password' }]],
    [200, visitor, ['POST', '/api/auth/login', { email, password: goodPassword }]],
    [403, user, ['GET', '/api/admin/companies.csv']],
    [200, admin, ['GET', '/api/admin/companies.csv']],
    [200, admin, ['GET', '/api/tasks.csv']],
    [200, admin, ['GET', '/api/analytics/companies.csv']],
    [200, admin, ['GET', `/api/events/${eventId}/registrations.csv`]],
  ]
  for (const [status, call, request] of calls) {
    logs.length = 0
    const reply = await call(...request)
    expect([request[1], reply.status]).toEqual([request[1], status])
    expect([request[1], logs.map((line) => JSON.parse(line).requestId)]).toEqual([request[1], [idOf(reply)]])
  }

  logs.length = 0
  const defect = await askWithDefect(platform, 'no such thing')
  expect(defect.status).toBe(500)
  expect(logs.map((line) => JSON.parse(line).requestId)).toEqual([defect.id])
})

test('a log tells nothing of people, and a network address only where somebody signs in or is refused', async () => {
  const { visitor, anAdmin, aUser, platform, logs, mails } = await startServer({
    environment: { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' },
  })
  const marker = 'zanzibar'
  const address = '203.0.113.77'
  const person = { firstName: marker, lastName: `${marker}-last`, email: `${marker}@mail.test`, phone: '+5999777777' }
  const headers = {
    'x-forwarded-for': address,
    'user-agent': marker,
    referer: `http://week.test/?${marker}`,
    cookie: `a=${marker}`,
  }
  const call = (...[method, path, body]: Parameters<Caller>) => visitor(method, path, body, { headers })
  const admin = await anAdmin()
  const { id: eventId } = await anEvent(admin)
  const known = await aUser(marker)
  await call('POST', '/api/auth/signup', {
    ...person,
    companyName: marker,
    password: `${marker}-Pass-42`,
    confirmPassword: `${marker}-Pass-42`,
  })
  for (const password of [`${marker}-Pass-42`, marker, goodPassword])
    await call('POST', '/api/auth/login', { email: known.email, password })
  await call('POST', '/api/auth/forgotten-password', { email: known.email })
  await call('POST', '/api/auth/reset-password', { token: marker, password: marker, confirmPassword: marker })
  expect((await call('POST', `/api/events/${eventId}/register`, anAttendee(marker))).status).toBe(201)
  for (const path of [`/api/${marker}`, `/login?reset=${marker}`, `/?team=${marker}`, `/e/${marker}`])
    await call('GET', path)
  await visitor('POST', '/api/auth/login', undefined, { raw: `{"${marker}`, headers })
  // A defect whose message holds what it was given, and a mail server that repeats whom it does not know.
  expect((await askWithDefect(platform, `no row for ${person.email}`)).status).toBe(500)
  const refuse = async () => {
    throw new MailFailure('refused', `550 5.1.1 <${person.email}>: Recipient address rejected`)
  }
  const delivery = startDelivery(platform, { send: refuse, close: () => undefined }, { pollEveryMs: 20 })
  onTestFinished(() => delivery.stop())
  await eventually(async () => (await mails()).every(({ state }) => state === 'failed'), 'the refusals')

  const text = logs.join('')
  expect(text).toContain('Recipient address rejected')
  expect(text).toContain('no row for (address)')
  expect(text).toContain('login failed')
  for (const secret of [marker, '777777', goodPassword]) expect(text).not.toContain(secret)
  const withAddress = logs.filter((line) => line.includes(address)).map((line) => JSON.parse(line).event)
  expect(new Set(withAddress)).toEqual(new Set(['login', 'login-failed', 'password-link']))
})

test('addresses are taken out of a sentence, names of packages stay', () => {
  expect(withoutAddresses('550 <a.b+c@mail.test>: no')).toBe('550 <(address)>: no')
  expect(withoutAddresses('at node_modules/pg@8.23.1/lib')).toBe('at node_modules/pg@8.23.1/lib')
})
