import { expect, test } from 'vitest'
import { contents } from '#server/testing/database/contents.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, metricsToken, startServer, startWorld } from '#server/testing.ts'

const everywhere = {
  'content-security-policy': expect.stringMatching(
    /default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
  ),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
  'cache-control': 'no-store',
}

const headersIn = (text: string) =>
  Object.fromEntries(
    text
      .split('\r\n\r\n')[0]
      ?.split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]) ?? [],
  )

test('every answer carries the protecting headers, refusals and unreadable requests included', async () => {
  const { base, anAdmin } = await startServer()
  const { cookie } = await anAdmin()
  const json = { 'content-type': 'application/json' }
  const requests: [status: number, bytes: string][] = [
    [200, plain('GET', '/api/auth/user', { cookie })],
    [200, plain('GET', '/api/healthz')],
    [200, plain('GET', '/api/openapi.json')],
    [200, plain('GET', '/api/metrics', { authorization: `Bearer ${metricsToken}` })],
    [200, plain('GET', '/api/admin/companies.csv', { cookie })],
    [302, plain('GET', '/api/logout')],
    [400, plain('POST', '/api/auth/login', json, '{')],
    [400, plain('GET', '/api/%ff')],
    [400, 'GET /api/healthz HTTP/1.1\r\nbad header\r\n\r\n'],
    [401, plain('GET', '/api/auth/user')],
    [403, plain('POST', '/api/auth/login', { ...json, origin: 'https://evil.test' }, '{}')],
    [403, plain('POST', '/api/companies', { ...json, cookie }, '{}')],
    [404, plain('GET', '/api/nowhere')],
    [404, plain('GET', `/api/companies/${'a'.repeat(300)}`, { cookie })],
    [404, plain('GET', '/.env')],
    [404, plain('DELETE', '/nowhere.txt')],
    [405, plain('DELETE', '/api/healthz')],
    [413, plain('POST', '/api/auth/login', json, 'x'.repeat(200_000))],
    [415, plain('POST', '/api/auth/login', { 'content-type': 'text/plain' }, '{}')],
    [415, plain('POST', '/api/auth/login', { ...json, 'content-encoding': 'gzip' }, '{}')],
    [431, plain('GET', '/api/healthz', { 'x-long': 'x'.repeat(20_000) })],
  ]

  for (const [status, bytes] of requests) {
    const { statuses, text } = await sendRaw(base, bytes)
    const about = bytes.slice(0, 60)
    expect([about, statuses]).toEqual([about, [status]])
    expect(headersIn(text)).toMatchObject(everywhere)
    expect(headersIn(text)).not.toHaveProperty('strict-transport-security')
    expect(text).not.toMatch(/^(server|x-powered-by|access-control-)/im)
  }
})

test('the live stream carries them too', async () => {
  const { base, aUser } = await startServer()

  const stream = await openStream(base, (await aUser()).cookie)

  expect(stream.headers).toMatchObject({ ...everywhere, 'content-type': 'text/event-stream; charset=utf-8' })
})

test('scripts run from our own origin only', async () => {
  const { visitor } = await startServer()

  const policy = (await visitor('GET', '/api/healthz')).headers.get('content-security-policy') ?? ''

  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
  expect(scripts).toBe("script-src 'self' 'wasm-unsafe-eval'")
  expect(policy).toContain("; worker-src 'self'; manifest-src 'self'; ")
  expect(policy).not.toMatch(/https?:|\*/)
})

test('a site on https asks browsers to stay on it for two years', async () => {
  const { visitor, base } = await startServer({ environment: { PUBLIC_URL: 'https://week.test' } })

  const reply = await visitor('GET', '/api/healthz')
  const unreadable = await sendRaw(base, 'nonsense\r\n\r\n')

  const wanted = 'max-age=63072000; includeSubDomains'
  expect(reply.headers.get('strict-transport-security')).toBe(wanted)
  expect(headersIn(unreadable.text)).toMatchObject({ 'strict-transport-security': wanted })
})

const elsewhere: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'http://week.test.evil.test' },
  { origin: 'http://evil.week.test' },
  { origin: 'http://week.test:8080' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://week.test', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
]

test('a write that comes from another site is refused and changes nothing', async () => {
  const { base, aCompany, db } = await startServer()
  const { cookie, companyId } = await aCompany('acme')
  const before = await contents(db)
  const targets = [
    `/api/companies/${companyId}`,
    `/%61pi/companies/${companyId}`,
    `http://week.test/api/companies/${companyId}`,
  ]

  for (const headers of elsewhere) {
    for (const target of targets) {
      const write = plain(
        'PATCH',
        target,
        { cookie, 'content-type': 'application/json', ...headers },
        '{"name":"Evil"}',
      )
      const { statuses, text } = await sendRaw(base, write)
      expect([headers, target, statuses]).toEqual([headers, target, [403]])
      expect(text).toContain('"code":"cross-site"')
    }
  }
  expect(await contents(db)).toEqual(before)
})

test('another site cannot sign a visitor in, however the address is spelt', async () => {
  const { base, aUser } = await startServer()
  await aUser('mallory')
  const body = JSON.stringify({ email: 'mallory@mail.test', password: goodPassword })
  const targets = ['/api/auth/login', '/%61pi/auth/login', '/api/auth/%6Cogin', 'http://week.test/api/auth/login']

  for (const target of targets) {
    const headers = { 'content-type': 'application/json', origin: 'https://evil.test' }
    const { statuses, text } = await sendRaw(base, plain('POST', target, headers, body))
    expect([target, statuses]).toEqual([target, [403]])
    expect(text).not.toMatch(/set-cookie/i)
  }
})

test('a write of our own page is accepted, by the public address and by the one it was called with', async () => {
  const { base, acme } = await startWorld({ acme: 'company' })
  const ours: Record<string, string>[] = [
    { origin: 'http://week.test' },
    { origin: base },
    { origin: base, 'sec-fetch-site': 'same-origin' },
    {},
  ]

  for (const headers of ours) {
    const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 3 }, { headers })
    expect([headers, reply.status]).toEqual([headers, 200])
  }
})

test('no other origin is ever allowed to read', async () => {
  const { acme } = await startWorld({ acme: 'company' })
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'PATCH' }

  const replies = [
    await acme('GET', '/api/auth/user', undefined, { headers }),
    await acme('OPTIONS', `/api/companies/${acme.companyId}`, undefined, { headers }),
    await acme('GET', '/api/auth/user', undefined, { headers: { origin: 'null' } }),
  ]

  for (const reply of replies) {
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('a refusal has one shape, with a request id of our own making', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('GET', '/api/nowhere', undefined, {
    headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
  })

  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reply.body).toEqual({
    message: 'This does not exist or is no longer here.',
    code: 'not-found',
    requestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  })
})

test('an id in another spelling, or no id at all, names nothing', async () => {
  const { aCompany, base } = await startServer()
  const { companyId: id, cookie } = await aCompany('acme')
  const spellings = [
    id.toUpperCase(),
    `{${id}}`,
    `%7B${id}%7D`,
    id.replaceAll('-', ''),
    `${id}%00`,
    `${id}%20`,
    `%20${id}`,
    `urn:uuid:${id}`,
    '1',
    '0',
    'null',
    'undefined',
    '%00',
    '../companies',
    '..%2Fcompanies',
    '%2e%2e%2fcompanies',
    '*',
    "'%20or%201=1--",
    'a'.repeat(201),
    'a'.repeat(5_000),
  ]

  for (const spelling of spellings) {
    const { statuses } = await sendRaw(base, plain('GET', `/api/companies/${spelling}`, { cookie }))
    expect([spelling, statuses]).toEqual([spelling, [404]])
  }
})

test('an encoded spelling of an address asks for the same rights', async () => {
  const { base, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const ask = async (target: string, cookie = '') => sendRaw(base, plain('GET', target, cookie ? { cookie } : {}))
  const same = ['/%61pi/admin/admins', '/api/%61dmin/admins', 'http://week.test/api/admin/admins']
  const other = ['/api//admin/admins', '/API/admin/admins', '/api/admin/admins/', '/api/admin%2Fadmins', '/api/./admin']

  for (const target of same) {
    const replies = [await ask(target), await ask(target, acme.cookie), await ask(target, admin.cookie)]
    expect([target, replies.flatMap(({ statuses }) => statuses)]).toEqual([target, [401, 403, 200]])
  }
  for (const target of other) expect((await ask(target, admin.cookie)).text).not.toContain('passwordExpiresAt":null}]')
})
