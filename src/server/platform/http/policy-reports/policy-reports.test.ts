import { expect, test } from 'vitest'
import { readMetrics } from '#server/testing/metrics.ts'
import { startServer } from '#server/testing.ts'
import { hours, minutes } from '../../clock.ts'

const one = (changes: Record<string, unknown> = {}) => ({
  'csp-report': {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/run.js?secret=1',
    'document-uri': 'https://week.test/login?reset=one-time-token#x',
    'source-file': 'https://week.test/assets/app.js?v=token-two',
    'line-number': 12,
    ...changes,
  },
})
const several = [
  {
    type: 'csp-violation',
    age: 3,
    url: 'https://week.test/?team=token-three',
    body: {
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
      documentURL: 'https://week.test/event-registration/0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a?r=token-four',
    },
  },
  { type: 'deprecation', body: { id: 'x' } },
]

async function aServer() {
  const server = await startServer({ environment: { LOG_LEVEL: 'warn' } })
  const report = (body: unknown, type = 'application/csp-report') =>
    server.visitor('POST', '/api/policy-reports', undefined, {
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      // As a page of another site would send it: nobody is signed in by it.
      headers: { 'content-type': type, origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
    })
  const logged = () =>
    server.logs.map((line) => JSON.parse(line)).filter(({ event }) => event === 'policy-violation') as object[]
  return { ...server, report, logged }
}

test('every page names where reports go, in both ways that browsers know', async () => {
  const { visitor } = await aServer()

  const { headers } = await visitor('GET', '/api/healthz')

  expect(headers.get('content-security-policy')).toMatch(/; report-uri \/api\/policy-reports; report-to policy$/)
  expect(headers.get('reporting-endpoints')).toBe('policy="/api/policy-reports"')
})

test('reports of both forms are counted, and logged once an hour for directive and source, without queries and ids', async () => {
  const { report, logged, logs, visitor, clock } = await aServer()

  for (let n = 0; n < 3; n++) expect((await report(one())).status).toBe(204)
  expect((await report(several, 'application/reports+json')).status).toBe(204)

  const first = { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/login' }
  expect(logged()).toMatchObject([
    { ...first, source: 'https://week.test/assets/app.js', line: 12 },
    { directive: 'img-src', blocked: 'inline', page: '/event-registration/:id' },
  ])
  expect(logs.join()).not.toMatch(/token|secret|run\.js|0b8f4a52/)
  const { text } = await readMetrics(visitor)
  expect(text).toContain('policy_reports_total{directive="script-src-elem"} 3\n')
  expect(text).toContain('policy_reports_total{directive="img-src"} 1\n')
  clock.advance(hours(1))
  await report(one())
  expect(logged()).toHaveLength(3)
})

test('nothing that somebody makes up becomes a label, a long log or a fault', async () => {
  const { report, logged, visitor, clock } = await aServer()
  const wrong = ['{', '[]]', '{"csp-report":3}', '7', JSON.stringify(one({ x: 'x'.repeat(20_000) }))]
  for (const body of wrong) {
    const { status } = await report(body)
    expect([body.slice(0, 20), status]).toEqual([body.slice(0, 20), body.length > 16_384 ? 413 : 400])
  }
  expect((await report(one(), 'text/plain')).status).toBe(415)

  for (let n = 0; n < 80; n++) {
    clock.advance(n % 15 === 0 ? minutes(1) : 0)
    const made = { 'effective-directive': `made-up-${n}`, 'blocked-uri': `https://e${n}.test` }
    expect((await report(one(made))).status).toBe(204)
  }

  expect(logged().length).toBeLessThanOrEqual(100)
  const { text } = await readMetrics(visitor)
  expect(text).toContain('policy_reports_total{directive="other"} 80\n')
  expect(text).not.toContain('made-up')
})

test('one address sends twenty reports a minute', async () => {
  const { report, clock } = await aServer()
  const statuses: number[] = []

  for (let n = 0; n < 21; n++) statuses.push((await report(one())).status)

  expect(statuses).toEqual([...Array(20).fill(204), 429])
  clock.advance(minutes(1))
  expect((await report(one())).status).toBe(204)
})
