import { expect, test } from 'vitest'
import { readMetrics } from '#server/testing/metrics.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { startServer } from '#server/testing.ts'

test('the process says that it is alive and that it is ready', async () => {
  const { visitor } = await startServer()

  const [health, ready] = [await visitor('GET', '/api/healthz'), await visitor('GET', '/api/readyz')]

  expect([health.status, health.body, ready.status, ready.body]).toEqual([200, { status: 'ok' }, 200, { status: 'ok' }])
})

test('the numbers of the process count answers by status', async () => {
  const { visitor } = await startServer()
  await visitor('GET', '/api/nowhere')
  await visitor('GET', '/api/nowhere')

  const reply = await readMetrics(visitor)

  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(reply.text).toMatch(/^http_responses_total\{status="404"\} 2$/m)
  expect(reply.text).toMatch(/^live_streams 0$/m)
  expect(reply.text).toMatch(/^process_resident_memory_bytes \d+$/m)
})

const withoutToken = (PUBLIC_URL: string) => ({ environment: { METRICS_TOKEN: '', PUBLIC_URL } })

test('without a token the numbers are not there where people come from outside, also through a proxy that adds no header', async () => {
  for (const address of ['https://week.example.com', 'http://10.0.0.7:3000', 'https://localhost.example.com']) {
    const { visitor } = await startServer(withoutToken(address))
    const reply = await visitor('GET', '/api/metrics')
    expect([address, reply.status, reply.body.code]).toEqual([address, 404, 'not-found'])
  }
})

test('an installation for this computer alone tells it the numbers without a token, but no proxy', async () => {
  const { visitor } = await startServer(withoutToken('http://localhost:3000'))
  expect((await visitor('GET', '/api/metrics')).status).toBe(200)

  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']) {
    const reply = await visitor('GET', '/api/metrics', undefined, { headers: { [name]: 'for=127.0.0.1' } })
    expect([name, reply.status]).toEqual([name, 404])
  }
})

test('methods that echo or tunnel are not offered', async () => {
  const { base } = await startServer()

  const trace = await sendRaw(base, plain('TRACE', '/api/healthz', { cookie: 'session=secret' }))
  const tunnel = await sendRaw(base, plain('CONNECT', 'evil.test:443'))

  expect(trace.statuses).toEqual([405])
  expect(trace.text).not.toContain('secret')
  expect(tunnel.statuses).toEqual([])
  expect(tunnel.closed).toBe(true)
})
