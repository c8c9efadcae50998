import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import type pg from 'pg'
import { inTurns } from './in-turns.ts'
import { measure } from './load.ts'
import { startBare } from './processes.ts'

type Given = { port: number; pool: pg.Pool; cookie: string; folder: string; seconds: number }

const sizes = [100, 10_000, 100_000]

/** The board by a signed-in reader, beside a bare server that sends the same head and the same bytes and asks for nothing. */
export async function measureLeaderboard({ port, pool, cookie, folder, seconds }: Given) {
  const lines = []
  let smallest = 0
  for (const companies of sizes) {
    await fillCompanies(pool, companies)
    const headers = { cookie, 'accept-encoding': 'br' }
    const plain = await ask(port, { cookie })
    const wire = await ask(port, headers)
    const file = join(folder, `board-${companies}`)
    writeFileSync(file, wire.body)
    writeFileSync(`${file}.head`, JSON.stringify(wire.head))
    const bare = await startBare(file, folder)
    const asked = { path: '/api/leaderboard', headers, connections: 16 }
    for (const each of [port, bare.port]) await measure({ ...asked, port: each, seconds: 1 })
    const p99s: number[] = []
    const rateOf = async (each: number) => {
      const { perSecond, p99, failures } = await measure({ ...asked, port: each, seconds })
      if (failures > 0) throw new Error(`${failures} answers were no 200`)
      if (each === port) p99s.push(p99)
      return perSecond
    }
    const turns = await inTurns(
      5,
      () => rateOf(port),
      () => rateOf(bare.port),
    )
    await bare.stop()
    if (companies === sizes[0]) smallest = turns.ratio
    const wanted = { 10000: 0.8, 100000: smallest * 0.9 }[companies] ?? 0
    lines.push({
      what: `leaderboard, ${companies.toLocaleString('en')} companies (${kilobytes(plain.body)}, ${kilobytes(wire.body)} sent)`,
      product: `${turns.product.toFixed(0)}/s, p99 ${Math.min(...p99s).toFixed(1)} ms`,
      bare: `${turns.bare.toFixed(0)}/s`,
      ratio: turns.ratio.toFixed(2),
      wanted: companies === 10_000 ? '≥ 0.8' : companies === 100_000 ? 'no less than with 100' : '–',
      reached: turns.ratio >= wanted,
    })
  }
  return lines
}

const kilobytes = (bytes: Buffer) => `${(bytes.length / 1024).toFixed(0)} KB`

/** Straight into the tables: what is measured is reading. */
async function fillCompanies(pool: pg.Pool, count: number) {
  await pool.query(
    `insert into companies (name, contact_person_name, email, phone, total_points, total_calories_burned, reached_at, created_at, updated_at)
     select 'Company number ' || n, 'Ada Lovelace', 'bench' || n || '@mail.test', '+59991234567', (n * 7919) % 5000, (n * 104729) % 90000,
       now() - (n || ' seconds')::interval, now(), now()
     from generate_series((select count(*) + 1 from companies), $1::int) n`,
    [count],
  )
  await pool.query('analyze companies')
  await pool.query(`select pg_notify('sports_week', '{"topics":["leaderboard"],"audience":"everyone"}')`)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** The very head and bytes that go over the wire, so that the bare server sends the same. */
function ask(port: number, headers: Record<string, string>): Promise<{ head: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/leaderboard', headers }, (response) => {
      const parts: Buffer[] = []
      // Node adds these by itself, to both.
      const own = ['date', 'connection', 'keep-alive']
      const head = Object.entries(response.headers).filter(([name]) => !own.includes(name))
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ head: head.flatMap(([name, value]) => [name, String(value)]), body: Buffer.concat(parts) }),
      )
    }).on('error', reject)
  })
}
