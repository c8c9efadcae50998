import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { atOnce } from '#server/testing/guards.ts'
import { goodPassword, startServer } from '#server/testing.ts'
import { readConfig } from '../config.ts'
import { connectionOf } from '../database/client.ts'
import { readTraceparent } from './tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Received = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}

/** Takes what a collector of OpenTelemetry takes. */
async function aCollector(status: number | 'silent' = 200) {
  const bodies: string[] = []
  const heard: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/v1/traces') bodies.push(body)
    heard.push(request.headers)
    if (status !== 'silent') response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  afterTest(() => new Promise((resolve) => server.close(() => resolve())))
  const spans = (): Received[] =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Received[])
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, bodies, heard, spans }
}

const attributeOf = ({ attributes }: Received, key: string) =>
  attributes.find((one) => one.key === key)?.value.stringValue ??
  attributes.find((one) => one.key === key)?.value.intValue

const parentOf = (n: number, flags = '01') =>
  `00-${String(n).padStart(32, 'a')}-${String(n).padStart(16, 'b')}-${flags}`

test('a request and its statements are one trace, which goes on from that of a trusted proxy', async () => {
  const collector = await aCollector()
  const { visitor, stop } = await startServer({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRUST_PROXY: '127.0.0.1',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%2Cb',
    },
  })
  const login = { email: 'zqxmarker@mail.test', password: goodPassword }
  await visitor('POST', '/api/auth/login', login, { headers: { traceparent: parentOf(1) } })
  await visitor('GET', '/api/healthz?zqxmarker=1', undefined, { headers: { traceparent: parentOf(2, '00') } })

  await stop()

  const spans = collector.spans()
  const request = spans.find(({ kind }) => kind === 2)
  expect(request).toMatchObject({
    traceId: '1'.padStart(32, 'a'),
    parentSpanId: '1'.padStart(16, 'b'),
    name: 'POST /api/auth/login',
  })
  expect(request && attributeOf(request, 'http.response.status_code')).toBe(401)
  expect(BigInt(request?.endTimeUnixNano ?? 0) > BigInt(request?.startTimeUnixNano ?? 0)).toBe(true)
  const statements = spans.filter(({ kind }) => kind === 3)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    expect(statement).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(statements.map((one) => attributeOf(one, 'db.query.text')).join()).toContain('"users"')
  // The proxy said of the second that nobody wants its trace.
  expect(spans.map(({ name }) => name)).not.toContain('GET /api/healthz')
  expect(collector.bodies.join()).not.toContain('zqxmarker')
  expect(collector.heard[0]?.['x-key']).toBe('a,b')
})

test('of many at once, each statement belongs to the request that asked for it', async () => {
  const collector = await aCollector()
  const { aCompany, stop } = await startServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: '127.0.0.1' },
  })
  const company = await aCompany('acme')
  // More than there are connections, so that some wait for one.
  const path = `/api/companies/${company.companyId}/proofs`
  await atOnce(60, (n) => company('GET', path, undefined, { headers: { traceparent: parentOf(n + 1) } }))

  await stop()

  const spans = collector.spans()
  const requests = spans.filter(({ parentSpanId }) => parentSpanId?.startsWith('bbbb'))
  expect(requests).toHaveLength(60)
  const ids = new Map(spans.filter(({ kind }) => kind === 2).map(({ spanId, traceId }) => [spanId, traceId]))
  for (const { parentSpanId = '', traceId, kind } of spans) if (kind === 3) expect(ids.get(parentSpanId)).toBe(traceId)
  for (const { spanId } of requests) expect(spans.some(({ parentSpanId }) => parentSpanId === spanId)).toBe(true)
})

test('what strangers send begins no trace of theirs, and a collector that refuses is named once', async () => {
  const collector = await aCollector(503)
  const { visitor, stop, logs } = await startServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'warn' },
  })

  const reply = await visitor('GET', '/api/healthz', undefined, { headers: { traceparent: parentOf(1) } })
  await stop()

  expect(reply.status).toBe(200)
  const [span] = collector.spans()
  expect(span?.traceId).not.toBe('1'.padStart(32, 'a'))
  expect(span).not.toHaveProperty('parentSpanId')
  expect(logs.filter((line) => line.includes('the collector of traces takes nothing'))).toHaveLength(1)
})

test('a collector that never answers does not keep the product from stopping', async () => {
  const collector = await aCollector('silent')
  const { visitor, stop } = await startServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  await visitor('GET', '/api/healthz')

  const begun = performance.now()
  await stop()

  // An ordinary sending waits ten seconds.
  expect(performance.now() - begun).toBeLessThan(9_000)
  expect(collector.bodies).toHaveLength(1)
})

test('connections that outlive the tracing are as they were before it', async () => {
  const collector = await aCollector()
  const { visitor, bareDb, stop } = await startServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  await visitor('POST', '/api/auth/login', { email: 'nobody@mail.test', password: goodPassword })
  await stop()
  const pool = connectionOf(bareDb)
  const client = 'totalCount' in pool ? await pool.connect() : pool
  afterTest(async () => client.release())

  expect(collector.spans().some(({ name }) => name.startsWith('select'))).toBe(true)
  expect(Object.hasOwn(client, 'query')).toBe(false)
})

test('settings that cannot work stop the start, and without a collector there is no tracing', () => {
  expect(readConfig({}).tracing).toBeUndefined()
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  )
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'x=%zz' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS must look like')
})

test.each([
  ['', undefined],
  [`00-${'0'.repeat(32)}-00000000000000b1-01`, undefined],
  [`01-${'a'.repeat(32)}-00000000000000b1-01`, undefined],
  [parentOf(1), { traceId: '1'.padStart(32, 'a'), spanId: '1'.padStart(16, 'b'), isSampled: true }],
])('%s is read as a parent or not at all', (given, parent) => {
  expect(readTraceparent(given)).toEqual(parent)
})
