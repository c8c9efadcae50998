import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { gatherNumbers } from '../../src/server/features/reports/numbers/numbers.ts'
import type { Db } from '../../src/server/platform/database/client.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { inTurns } from './measuring/in-turns.ts'
import { days, type FilledChallenge } from './prepared/filled-challenge.ts'

const rounds = 3
const timeZone = 'America/Curacao'

type Statement = { text: string; values: unknown[] }

/**
 * Times a report from its request until its PDF can be downloaded, compared with its statements through the bare
 * driver.
 */
export async function measureReports({ base, pool, cookie, companyId }: FilledChallenge) {
  const period = { from: dayBefore(days - 1), to: dayBefore(0) }
  const kinds = [
    { what: 'the report of the challenge', companyId: null, wanted: 5 },
    { what: 'the report of a company', companyId, wanted: 2 },
  ]
  const lines = []
  for (const { what, companyId, wanted } of kinds) {
    const body = companyId ? { kind: 'company', companyId, ...period } : { kind: 'challenge', ...period }
    const statements = await recordStatements(pool, { companyId, period })
    const turns = await inTurns(
      rounds,
      () => secondsOf(() => makeReport(base, cookie, body)),
      () => secondsOf(() => runStatements(pool, statements)),
    )
    lines.push({
      what: `${what}, 10,000 companies and 1,000,000 proofs`,
      product: `${turns.product.toFixed(2)} s`,
      bare: `${turns.bare.toFixed(2)} s (its ${statements.length} statements)`,
      ratio: (turns.bare / turns.product).toFixed(2),
      wanted: `≤ ${wanted} s`,
      reached: turns.product <= wanted,
    })
  }
  return lines
}

const dayBefore = (count: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() - count * 86_400_000))

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

async function makeReport(base: string, cookie: string, body: Record<string, unknown>) {
  const headers = { cookie, 'content-type': 'application/json' }
  const created = await fetch(`${base}/api/reports`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (created.status !== 201) throw new Error(await created.text())
  const { id } = (await created.json()) as { id: string }
  for (;;) {
    const { state } = (await (await fetch(`${base}/api/reports/${id}`, { headers })).json()) as { state: string }
    if (state === 'ready') return
    if (state === 'failed') throw new Error('the report could not be made')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Records the statements that read a report's numbers. */
async function recordStatements(pool: pg.Pool, wanted: Parameters<typeof gatherNumbers>[1]): Promise<Statement[]> {
  const statements: Statement[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) }
  const db = drizzle(pool, { logger }) as unknown as Db
  const config = { timeZone } as Platform['config']
  await gatherNumbers({ db, clock: { now: () => new Date() }, config }, wanted)
  return statements
}

async function runStatements(pool: pg.Pool, statements: Statement[]) {
  const client = await pool.connect()
  for (const { text, values } of statements) await client.query(text, values)
  client.release()
}
