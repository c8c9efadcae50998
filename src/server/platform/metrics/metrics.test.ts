import { expect, onTestFinished, test } from 'vitest'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { eventually } from '#server/testing/eventually.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { type Caller, startServer, startWorld } from '#server/testing.ts'
import { minutes } from '../clock.ts'
import { readConfig } from '../config.ts'
import { connectionOf } from '../database/client.ts'
import { outbox } from '../mail/tables.ts'

const read = async (call: Caller) => (await readMetrics(call)).text
const numberOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

const token = 'Tell-me-how-it-is-0123'

test('with a token the numbers are for whoever knows it, from anywhere, and for nobody else', async () => {
  const { visitor, anAdmin, logs } = await startServer({ environment: { METRICS_TOKEN: token, LOG_LEVEL: 'trace' } })
  const ask = (authorization?: string, call: Caller = visitor) =>
    call('GET', '/api/metrics', undefined, {
      headers: { 'x-forwarded-for': '203.0.113.9', ...(authorization ? { authorization } : {}) },
    })
  const admin = await anAdmin()

  expect((await ask(`Bearer ${token}`)).status).toBe(200)
  const wrong = ['', token, `Basic ${token}`, `Bearer ${token.slice(0, -1)}`, `Bearer ${token}4`, 'Bearer é', 'Bearer']
  for (const given of wrong) {
    const reply = await ask(given)
    expect([given, reply.status, reply.body.code]).toEqual([given, 404, 'not-found'])
    expect(reply.text).not.toContain(token)
  }
  expect((await ask(undefined, admin)).status).toBe(404)
  // From this computer too: what listens on loopback beside it may be anything.
  expect((await visitor('GET', '/api/metrics')).status).toBe(404)
  expect(logs.join('')).not.toContain(token)
})

test('a token that is short or has a space stops the start', () => {
  for (const METRICS_TOKEN of ['fifteen-letters', 'a token of words and spaces'])
    expect(() => readConfig({ METRICS_TOKEN })).toThrow(/^METRICS_TOKEN must have at least 16 characters/)
  expect(readConfig({ METRICS_TOKEN: '' }).metricsToken).toBeUndefined()
})

test('answers are timed by the pattern of their route, and no address that somebody makes up becomes a label', async () => {
  const { app, visitor, acme: company } = await startWorld({ acme: 'company' })
  await company('GET', `/api/companies/${company.companyId}/proofs`)
  for (const path of ['/api/marker-1', '/marker-2.txt', '/marker-3/page', '/api/tasks/marker-4', '/%00marker-5'])
    await visitor('GET', path)
  await visitor('PATCH', '/api/marker-6')

  const text = await read(visitor)

  const name = 'http_request_duration_seconds'
  expect(text).toContain(`${name}_count{route="/api/companies/:id/proofs",method="GET",status="2xx"} 1\n`)
  expect(text).toMatch(
    new RegExp(`^${name}_bucket\\{le="0.25",route="/api/companies",method="POST",status="2xx"\\} `, 'm'),
  )
  expect(text).not.toContain('marker')
  expect(text).not.toContain(company.companyId)
  const patterns = app.endpoints.map(({ path }) => `/api${path}`)
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route))
  expect([...routes].filter((route) => ![...patterns, 'page', 'file', 'unknown'].includes(route))).toEqual([])
  expect(routes).toContain('unknown')
})

test('an open stream is counted, and its length is no duration', async () => {
  const { base, visitor, ada: user } = await startWorld({ ada: 'user' })
  const stream = await openStream(base, user.cookie)
  await stream.recent()
  expect(await read(visitor)).toContain('\nlive_streams 1\n')

  await user('GET', '/api/logout')
  await stream.ended()

  await eventually(async () => (await read(visitor)).includes('http_responses_total{status="200"}'), 'its end')
  expect(await read(visitor)).toContain('\nlive_streams 0\n')
  expect(await read(visitor)).not.toContain('route="/api/stream"')
})

test('reading the metrics lists no open streams, whose number is known', async () => {
  const { visitor } = await startServer()

  const text = await read(visitor)

  expect(text).not.toContain('nodejs_active_')
  if (process.platform === 'linux') expect(numberOf(text, 'process_open_fds')).toBeGreaterThan(5)
})

test('two servers of one process count for themselves, and tell the same of the process', async () => {
  const first = await startServer()
  const second = await startServer({ beside: first })
  for (let n = 0; n < 3; n++) await first.visitor('GET', '/api/nowhere')

  expect(await read(first.visitor)).toContain('http_responses_total{status="404"} 3\n')
  expect(await read(second.visitor)).not.toContain('http_responses_total{status="404"}')
  for (const { visitor } of [first, second]) {
    const text = await read(visitor)
    expect(numberOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(numberOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(text.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1)
  }
})

test('the numbers tell how long the oldest proof waits for a reviewer; not while its company fixes it', async () => {
  const { visitor, clock, root, acme, paths, sendBack, fix, aPhoto } = await aProofToReview()
  const state = async () => {
    const text = await read(visitor)
    return [numberOf(text, 'proofs_waiting_for_review'), numberOf(text, 'proofs_waiting_for_review_oldest_seconds')]
  }
  clock.advance(minutes(10))
  expect(await state()).toEqual([1, 600])
  const sent = await sendBack(root, paths[0])
  expect(sent.status).toBe(200)
  expect(await state()).toEqual([0, 0])
  clock.advance(minutes(5))
  const fixed = await fix(acme, [{ path: paths[0], replacement: await aPhoto() }])
  expect(fixed.status).toBe(201)
  clock.advance(minutes(1))

  expect(await state()).toEqual([1, 60])
})

test('an email that was tried in vain is as old as when it was posted, not as its next attempt', async () => {
  const { visitor, db, clock, aUser } = await startServer()
  await visitor('POST', '/api/auth/forgotten-password', { email: (await aUser()).email })
  clock.advance(minutes(20))
  await db.transaction((tx) => tx.update(outbox).set({ attempts: 6, nextAttemptAt: clock.now() }))
  clock.advance(minutes(1))

  expect(await read(visitor)).toContain('\njobs_oldest_seconds{queue="mails"} 1260\n')
})

test('with every connection taken the process still tells that statements wait, and for how long they did', async () => {
  const { visitor, db } = await startServer()
  const before = await read(visitor)
  expect(numberOf(before, 'database_pool_waiting_requests')).toBe(0)
  expect(before).toContain('\npart_ready{part="database"} 1\n')
  const pool = connectionOf(db)
  if (!('totalCount' in pool)) throw new Error('no pool')
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const release = () => {
    for (const client of taken.splice(0)) client.release()
  }
  onTestFinished(release)
  const waiting = pool.query('select 1')

  const text = await read(visitor)

  expect(numberOf(text, 'database_pool_waiting_requests')).toBeGreaterThan(0)
  expect(numberOf(text, 'database_pool_connections{state="idle"}')).toBe(0)
  expect(numberOf(text, 'database_pool_connections{state="in-use"}')).toBe(pool.options.max)
  expect(text).toContain('\npart_ready{part="database"} 0\n')
  // An old number would look like a true one.
  expect(text).not.toContain('\njobs_waiting{')
  release()
  await waiting
  await eventually(() => pool.waitingCount === 0, 'everybody to have had a connection')
  const long = (of: string) =>
    (numberOf(of, 'database_pool_wait_seconds_count') ?? 0) -
    (numberOf(of, 'database_pool_wait_seconds_bucket{le="0.5"}') ?? 0)
  expect(long(await read(visitor))).toBeGreaterThan(long(before))
})
