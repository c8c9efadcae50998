// `npm run bench`: each line is the product beside its bare limit, measured in the same run on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinEmbedded } from '../src/server/platform/database/embedded.ts'
import { measureCheckIns } from './bench/door.ts'
import { measure } from './bench/load.ts'
import { admin, startBare, startProduct } from './bench/processes.ts'
import { measureRegistrations } from './bench/registrations.ts'
import { measureReviews } from './bench/reviews.ts'
import { measureUploads } from './bench/uploads.ts'

type Line = { what: string; product: string; bare: string; ratio: string; wanted: string; reached: boolean }
const lines: Line[] = []
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'week-bare-'))

const product = await startProduct()
const database = await joinEmbedded({ dataDir: product.dataDir })
const pool = new pg.Pool({ connectionString: database.url })
const base = `http://127.0.0.1:${product.port}`
const cookie = await logIn(admin.email, admin.password)

try {
  const rates: number[] = []
  for (const companies of [100, 10_000, 100_000]) {
    await fillCompanies(companies)
    const headers = { cookie, 'accept-encoding': 'br' }
    const body = Buffer.from(
      await (
        await fetch(`${base}/api/leaderboard`, { headers: { cookie, 'accept-encoding': 'identity' } })
      ).arrayBuffer(),
    )
    const wire = await compressed(headers)
    const file = join(folder, `board-${companies}`)
    writeFileSync(file, wire)
    const bare = await startBare(file, folder, 'br')
    const asked = { path: '/api/leaderboard', headers, connections: 16, seconds }
    await measure({ ...asked, port: product.port, seconds: 1 })
    // In turns, so that a busy moment of the machine hits both.
    const ours = [await measure({ ...asked, port: product.port }), await measure({ ...asked, port: product.port })]
    const theirs = [await measure({ ...asked, port: bare.port }), await measure({ ...asked, port: bare.port })]
    await bare.stop()
    const rate = Math.max(...ours.map((run) => run.perSecond))
    const limit = Math.max(...theirs.map((run) => run.perSecond))
    rates.push(rate / limit)
    lines.push({
      what: `leaderboard, ${companies.toLocaleString('en')} companies (${kilobytes(body.length)} as JSON, ${kilobytes(wire.length)} on the wire)`,
      product: `${rate.toFixed(0)}/s, p99 ${ours[0]?.p99.toFixed(1)} ms`,
      bare: `${limit.toFixed(0)}/s`,
      ratio: (rate / limit).toFixed(2),
      wanted: '≥ 0.8 at 10,000',
      reached: companies !== 10_000 || rate / limit >= 0.8,
    })
  }
  lines.push(await measureUploads({ base, pool, product, folder }))
  lines.push(...(await measureReviews({ base, pool, cookie })))
  lines.push(await measureCheckIns({ base, pool, cookie }))
  lines.push(...(await measureRegistrations()))
} finally {
  await pool.end()
  await database.stop()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

console.table(lines.map(({ reached, ...line }) => ({ ...line, reached: reached ? 'yes' : 'NO' })))
process.exit(lines.every(({ reached }) => reached) ? 0 : 1)

function kilobytes(bytes: number) {
  return `${(bytes / 1024).toFixed(0)} KB`
}

async function logIn(email: string, password: string): Promise<string> {
  const reply = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Straight into the tables: what is measured is reading. */
async function fillCompanies(count: number) {
  await pool.query(
    `insert into companies (name, contact_person_name, email, phone, total_points, total_calories_burned, reached_at, created_at, updated_at)
     select 'Company number ' || n, 'Ada Lovelace', 'bench' || n || '@mail.test', '+59991234567', (n * 7919) % 5000, (n * 104729) % 90000,
       now() - (n || ' seconds')::interval, now(), now()
     from generate_series((select count(*) + 1 from companies), $1::int) n`,
    [count],
  )
  await pool.query(`select pg_notify('sports_week', '{"topics":["leaderboard"],"audience":"everyone"}')`)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** The very bytes that go over the wire, so that the bare server sends the same. */
async function compressed(headers: Record<string, string>): Promise<Buffer> {
  const { get } = await import('node:http')
  return new Promise((resolve) => {
    get(`${base}/api/leaderboard`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => resolve(Buffer.concat(parts)))
    })
  })
}
