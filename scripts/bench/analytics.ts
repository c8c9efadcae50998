import type pg from 'pg'
import { p95 } from './measuring/p95.ts'
import { days, fillChallenge } from './prepared/fill-challenge.ts'

type Given = { base: string; pool: pg.Pool; cookie: string }

const wanted = 300

/** Every analytics call for a month with a million proofs, compared with an empty round trip to the database. */
export async function measureAnalytics({ base, pool, cookie }: Given) {
  const companyId = await fillChallenge(pool)
  const whole = `from=${dayBefore(days - 1)}&to=${dayBefore(0)}`
  const calls = {
    'the overview of 30 days': `/api/analytics/overview?${whole}`,
    'the overview without a period': '/api/analytics/overview',
    'the overview of a day': `/api/analytics/overview?from=${dayBefore(3)}&to=${dayBefore(3)}`,
    'the CSV file of 10,000 companies': `/api/analytics/companies.csv?${whole}`,
    'the analytics of a company': `/api/companies/${companyId}/analytics?${whole}`,
  }
  const bare = await p95(40, () => pool.query('select 1'))
  const lines = []
  for (const [name, path] of Object.entries(calls)) {
    const took = await p95(20, async () => {
      const reply = await fetch(base + path, { headers: { cookie } })
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
      await reply.arrayBuffer()
    })
    lines.push({
      what: `${name}, 1,000,000 proofs, p95`,
      product: `${took.toFixed(0)} ms`,
      bare: `${bare.toFixed(1)} ms (select 1)`,
      ratio: (bare / took).toFixed(2),
      wanted: `≤ ${wanted} ms`,
      reached: took <= wanted,
    })
  }
  return lines
}

const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
