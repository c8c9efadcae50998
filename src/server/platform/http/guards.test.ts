import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { aPicture, askForGrant, uploaded } from '#server/features/files/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import { readConfig } from '../config.ts'
import { LiveHub } from '../live/hub.ts'

test('a known address says which methods it answers; an unknown one does not exist', async () => {
  const { visitor, base, root: admin } = await startWorld({ root: 'admin' })

  const refused = await admin('PUT', '/api/tasks', {})
  const options = await visitor('OPTIONS', '/api/tasks')
  const report = await sendRaw(base, plain('REPORT', '/%61pi/companies/abc?x=1'))

  expect(refused).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } })
  expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', 'GET, HEAD, POST, OPTIONS'])
  expect(report.statuses).toEqual([405])
  expect(report.text).toMatch(/^allow: GET, HEAD, PATCH, OPTIONS\r$/m)
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'] as const) {
    const unknown = await admin(method, '/api/nowhere')
    expect([method, unknown.status, unknown.headers.get('allow')]).toEqual([method, 404, null])
  }
})

test('HEAD says the length that GET has', async () => {
  const { acme: call } = await startWorld({ acme: 'company' })
  const path = await uploaded(call)
  await eventually(async () => (await call('GET', `/api/files/${path}`)).status === 200, 'its cleaning')

  for (const address of [`/api/files/${path}`, '/api/tasks', '/api/healthz', '/api/openapi.json', '/api/auth/user']) {
    const [get, head] = [await call('GET', address), await call('HEAD', address)]
    const said = Number(get.headers.get('content-length'))
    expect([address, head.status, head.text, Number(head.headers.get('content-length'))]).toEqual([
      address,
      200,
      '',
      said,
    ])
    expect(said).toBeGreaterThan(0)
  }
})

test('a body in any encoding but its own is refused, wherever it is sent', async () => {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const login = JSON.stringify({ email: 'acme@mail.test', password: goodPassword })
  const { body: grant } = await askForGrant(call, await aPicture())
  const send = (url: string, method: string, encoding: string, body: string | Buffer, type = 'application/json') =>
    fetch(url, {
      method,
      headers: { 'content-type': type, 'content-encoding': encoding },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })

  for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'identity, gzip', 'x-made-up']) {
    const replies = [
      await send(`${server.base}/api/auth/login`, 'POST', encoding, login),
      await send(`${server.base}/api/auth/login`, 'POST', encoding, gzipSync(login)),
      await send(grant.url, 'PUT', encoding, await aPicture(), 'image/jpeg'),
    ]
    for (const reply of replies) {
      expect([encoding, reply.status, (await reply.json()).code]).toEqual([encoding, 415, 'content-encoded'])
    }
  }
  const identity = await send(`${server.base}/api/auth/login`, 'POST', 'identity', '{}')
  expect(identity.status).toBe(400)
})

const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }
const warnings = (logs: string[]) => logs.filter((line) => line.includes('TRUST_PROXY'))

test('a proxy that is not trusted is named in the log, once', async () => {
  const { visitor, logs } = await startServer({ environment: { LOG_LEVEL: 'warn' } })

  await visitor('GET', '/api/healthz')
  expect(warnings(logs)).toEqual([])
  for (let n = 0; n < 3; n++) await visitor('GET', '/api/healthz', undefined, forwarded)

  expect(warnings(logs)).toEqual([expect.stringMatching(/"proxy":"127\.0\.0\.1".*share one limit/)])
})

test('a trusted proxy is not', async () => {
  const { visitor, logs } = await startServer({ environment: { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.0/8' } })

  await visitor('GET', '/api/healthz', undefined, forwarded)

  expect(warnings(logs)).toEqual([])
})

test('a mail server without an address that mails come from is refused in one line', () => {
  const SMTP_URL = 'smtp://mail.test:25'

  expect(() => readConfig({ SMTP_URL })).toThrow(/^MAIL_FROM is missing: SMTP_URL needs [^\n]*$/)
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'week@week.test' }).mailFrom).toBe('week@week.test')
  expect(readConfig({}).mailFrom).toContain('@')
})

test('a page whose content cannot be read is served all the same, and the log says why', async () => {
  const { platform, logs } = await startServer({ environment: { LOG_LEVEL: 'error' } })
  const broken = { ...platform, config: { ...platform.config } }
  Object.defineProperty(broken.config, 'supportEmail', {
    get: () => {
      throw new Error('no address')
    },
  })
  const clientFolder = `${process.cwd()}/dist/client`
  const app = createApp({ platform: broken, hub: new LiveHub(), clientFolder })
  onTestFinished(() => app.close())

  const reply = await app.inject({ method: 'GET', url: '/' })

  expect(reply.statusCode).toBe(200)
  expect(logs.filter((line) => line.includes('no address'))).toEqual([expect.stringContaining('"requestId":')])
})

test('a session has twenty live streams at most: the oldest ends and is not in a hurry to come back', async () => {
  const { base, hub, ada, eve } = await startWorld({ ada: 'user', eve: 'user' })
  const other = await openStream(base, eve.cookie)
  const streams = []
  for (let n = 0; n < 20; n++) streams.push(await openStream(base, ada.cookie))
  expect(hub.size).toBe(21)

  for (let n = 0; n < 3; n++) streams.push(await openStream(base, ada.cookie))

  for (const stream of streams.slice(0, 3)) {
    await stream.ended()
    expect(stream.text()).toMatch(/retry: 60000\nevent: replaced\ndata: \{\}\n\n$/)
  }
  expect(streams.slice(3).filter(({ isOver }) => isOver())).toEqual([])
  expect([other.isOver(), hub.size]).toEqual([false, 21])
})
