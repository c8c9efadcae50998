import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { attempts } from '../platform/limits/tables.ts'
import { LiveHub } from '../platform/live/hub.ts'
import { eventually } from '../testing/eventually.ts'
import { plain, sendRaw } from '../testing/network/raw.ts'
import { startServer } from '../testing.ts'

const runs = 300
const login = '{"email":"ada@mail.test","password":"x"}'
const post = (lines: string[], body: string) =>
  ['POST /api/auth/login HTTP/1.1', 'host: week.test', 'content-type: application/json', ...lines, '', body].join(
    '\r\n',
  )
const get = (lines: string[] = []) => ['GET /api/healthz HTTP/1.1', 'host: week.test', ...lines, '', ''].join('\r\n')
const smuggled = 'GET /api/metrics HTTP/1.1\r\nhost: week.test\r\n\r\n'

/** Read in two ways by two servers in a row: exactly one refusal, and the line is cut. */
const ambiguous: Record<string, string> = {
  'length and chunks': post(['content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${smuggled}`),
  'chunks and length': post(
    ['transfer-encoding: chunked', `content-length: ${smuggled.length}`],
    `0\r\n\r\n${smuggled}`,
  ),
  'two lengths': post(['content-length: 2', 'content-length: 40'], login),
  'the same length twice': post(['content-length: 40', 'content-length: 40'], login),
  'a list of lengths': post(['content-length: 40, 40'], login),
  'a length with a sign': post(['content-length: +40'], login),
  'a length below zero': post(['content-length: -1'], login),
  'a length in hex': post(['content-length: 0x28'], login),
  'an endless length': post(['content-length: 99999999999999999999'], login),
  'a space before the colon': post(['content-length : 40'], login),
  'chunks that are not': post(['transfer-encoding: xchunked'], `0\r\n\r\n${smuggled}`),
  'chunks not last': post(['transfer-encoding: chunked, identity'], `0\r\n\r\n${smuggled}`),
  'chunks behind a tab': post(['transfer-encoding:\vchunked'], `0\r\n\r\n${smuggled}`),
  'a folded line': get(['x-folded: a', ' b']),
  'a line without a colon': get(['nonsense']),
  'an empty name': get([': x']),
  'a NUL in a value': get(['x-nul: a\u0000b']),
  'a return in a value': get(['x-return: a\rb: c']),
  'a bare line feed': 'GET /api/healthz HTTP/1.1\nhost: week.test\n\n',
  'a bare line feed in between': `GET /api/healthz HTTP/1.1\r\nx: y\nhost: week.test\r\n\r\n`,
  'no host': 'GET /api/healthz HTTP/1.1\r\n\r\n',
  'a version to come': 'GET /api/healthz HTTP/9.9\r\nhost: x\r\n\r\n',
  'HTTP/2 in the clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a made-up method': 'STEAL /api/healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  'a space in the address': 'GET /api/ healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'a chunk of no size': post(['transfer-encoding: chunked'], 'zz\r\n'),
  'a chunk below zero': post(['transfer-encoding: chunked'], '-1\r\n'),
  'a chunk without end': post(['transfer-encoding: chunked'], 'ffffffffffffffffff\r\nx'),
  'a chunk that is longer than said': post(['transfer-encoding: chunked'], '2\r\n{}xx\r\n0\r\n\r\n'),
}

test('what can be read in two ways is refused once, and the connection is closed', async () => {
  const { base, visitor } = await startServer()

  for (const [what, bytes] of Object.entries(ambiguous)) {
    const { statuses, closed, text } = await sendRaw(base, Buffer.from(bytes, 'latin1'))
    expect([what, statuses, closed]).toEqual([what, [400], true])
    expect(text).not.toMatch(/process_uptime|HPE_|parse/i)
  }
  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
})

test('heads that are too large are refused', async () => {
  const { base } = await startServer()
  const large = [
    get([`x-long: ${'x'.repeat(20_000)}`]),
    get([`cookie: session=${'x'.repeat(20_000)}`]),
    get(Array.from({ length: 3_000 }, (_, n) => `x-${n}: y`)),
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  ]

  for (const bytes of large) expect((await sendRaw(base, bytes)).statuses).toEqual([431])
})

test('requests in a row on one connection are answered in order, up to the first that cannot be read', async () => {
  const { base } = await startServer()
  const row = [
    plain('GET', '/api/healthz', { connection: 'keep-alive' }),
    plain('GET', '/api/nowhere', { connection: 'keep-alive' }),
  ]

  const good = await sendRaw(base, `${row.join('')}${plain('GET', '/api/auth/user')}`)
  const bad = await sendRaw(base, `${row[0]}garbage\r\n\r\n${row[0]}`)

  expect(good.statuses).toEqual([200, 404, 401])
  expect([bad.statuses.length <= 2, bad.closed]).toEqual([true, true])
})

test('a body sent after its refusal is not taken for a request', async () => {
  const { base } = await startServer()
  const body = smuggled.padEnd(200_000, 'x')

  const { statuses, text } = await sendRaw(base, post([`content-length: ${body.length}`], body))

  expect(statuses).toEqual([413])
  expect(text).not.toContain('process_uptime')
})

test('a request of somebody who hung up before it is looked at is no defect of ours', async () => {
  const { platform, db } = await startServer()
  const unforeseen: string[] = []
  const onUnlisted = (_: unknown, code: string) => unforeseen.push(code)
  const app = createApp({ platform, hub: new LiveHub(), clientFolder: '/nowhere', onUnlisted })
  app.addHook('preValidation', async ({ raw }) => void raw.socket.destroy())
  onTestFinished(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })

  await sendRaw(base, post([`content-length: ${login.length}`], login))

  await eventually(async () => unforeseen.length > 0 || (await db.$count(attempts)) > 0, 'the login to be counted')
  expect(unforeseen).toEqual([])
})

test('connections that are cut at any point leave nothing behind', async () => {
  const { base, visitor, app } = await startServer()
  const whole = post([`content-length: ${login.length}`], login)

  await Promise.all(
    Array.from({ length: 60 }, (_, n) => sendRaw(base, whole.slice(0, 3 * n + 1), { end: true, patience: 1_000 })),
  )

  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
  const open = await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  expect(open).toBeLessThanOrEqual(2)
})

test(`${runs} requests with damaged bytes are answered, refused or cut, and the next one is fine`, async () => {
  const { base, visitor } = await startServer()
  const right = fc.constantFrom(
    post([`content-length: ${login.length}`], login),
    post(['transfer-encoding: chunked'], `28\r\n${login}\r\n0\r\n\r\n`),
    get(['cookie: session=abc', 'connection: close']),
    plain('PATCH', '/api/companies/x', { 'content-type': 'application/json' }, '{}'),
  )
  const piece = fc.oneof(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\0',
      ':',
      ' ',
      '\t',
      '\r\n\r\n',
      '0\r\n\r\n',
      'transfer-encoding: chunked\r\n',
      '%',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const damages = fc.array(fc.tuple(fc.nat(250), fc.nat(3), piece), { minLength: 1, maxLength: 4 })
  const damaged = fc
    .tuple(right, damages)
    .map(([whole, cuts]) =>
      cuts.reduce((bytes, [at, gone, put]) => bytes.slice(0, at) + put + bytes.slice(at + gone), whole),
    )

  await fc.assert(
    fc.asyncProperty(fc.array(damaged, { minLength: 20, maxLength: 20 }), async (crowd) => {
      const replies = await Promise.all(
        crowd.map((bytes) => sendRaw(base, Buffer.from(bytes, 'latin1'), { patience: 150 })),
      )
      for (const { statuses } of replies) expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect((await visitor('GET', '/api/healthz')).status).toBe(200)
    }),
    { seed: 1, numRuns: runs / 20, endOnFailure: true },
  )
}, 60_000)
