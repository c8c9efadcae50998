import { join } from 'node:path'
import type pg from 'pg'
import { ask, measureBesideBare, requireAnswers, startBareLike } from './measuring/bare.ts'
import { inTurns, type Line, lineOf, median } from './measuring/in-turns.ts'
import { measure } from './measuring/load.ts'
import { watchMachine } from './measuring/machine.ts'
import { startPointChanges } from './prepared/point-changes.ts'

type Given = { port: number; pool: pg.Pool; cookie: string; folder: string }

const sizes = [100, 10_000, 100_000]
const connections = 50
const rounds = 5
const seconds = 1.5
const changesPerSecond = 20
const wanted = { ofBare: 0.33, ofRest: 0.7, p99: 30, wholeOfBare: 0.5, ofSmallest: 0.9 }

/**
 * The first page and the whole board for a signed-in reader; the first page again while points change. The baseline is
 * a bare server with the same head and bytes.
 */
export async function measureLeaderboard(given: Given): Promise<Line[]> {
  const lines: Line[] = []
  let smallest = 0
  for (const companies of sizes) {
    await fillCompanies(given.pool, companies)
    const machine = watchMachine()
    const page = await measurePage(given, companies)
    smallest ||= page.ratio
    const name = `first page of ${companies.toLocaleString('en')} companies`
    const isTenThousand = companies === 10_000
    lines.push(
      {
        what: `${name} (${machine()})`,
        product: `${page.rest.toFixed(0)}/s, p99 ${page.p99.toFixed(1)} ms`,
        bare: `${page.bare.toFixed(0)}/s, p99 ${page.bareP99.toFixed(1)} ms`,
        ratio: page.ratio.toFixed(2),
        wanted: isTenThousand ? `≥ ${wanted.ofBare}, p99 ≤ ${wanted.p99} ms` : 'as with 100',
        reached: isTenThousand
          ? page.ratio >= wanted.ofBare && page.p99 <= wanted.p99
          : page.ratio >= smallest * wanted.ofSmallest,
      },
      {
        what: `${name}, ${page.changes.toFixed(0)} changes a second`,
        product: `${page.changing.toFixed(0)}/s, p99 ${page.changingP99.toFixed(1)} ms`,
        bare: `${page.rest.toFixed(0)}/s at rest`,
        ratio: page.ratioOfRest.toFixed(2),
        wanted: `≥ ${wanted.ofRest}, p99 ≤ ${wanted.p99} ms`,
        reached: page.ratioOfRest >= wanted.ofRest && page.changingP99 <= wanted.p99,
      },
    )
    if (isTenThousand) lines.push(await measureWhole(given))
  }
  return lines
}

async function measurePage({ port, pool, cookie, folder }: Given, companies: number) {
  const path = '/api/leaderboard?limit=100'
  const headers = { cookie, 'accept-encoding': 'br' }
  const bare = await startBareLike(await ask(port, path, headers), join(folder, `page-${companies}`), folder)
  const { rows } = await pool.query<{ id: string }>('select id from companies where hidden_at is null order by id')
  const ids = rows.map(({ id }) => id)
  const load = async (to: number) => requireAnswers(await measure({ port: to, path, headers, connections, seconds }))
  await load(port)
  await load(bare.port)

  const p99s = { rest: [] as number[], bare: [] as number[], changing: [] as number[] }
  const changing: number[] = []
  const ofRest: number[] = []
  const reachedChanges: number[] = []
  const turns = await inTurns(
    rounds,
    async () => {
      const rest = await load(port)
      const stop = startPointChanges(`http://127.0.0.1:${port}`, cookie, ids, changesPerSecond)
      const moving = await load(port)
      reachedChanges.push((await stop()).perSecond)
      p99s.rest.push(rest.p99)
      p99s.changing.push(moving.p99)
      changing.push(moving.perSecond)
      ofRest.push(moving.perSecond / rest.perSecond)
      return rest.perSecond
    },
    async () => {
      const { perSecond, p99 } = await load(bare.port)
      p99s.bare.push(p99)
      return perSecond
    },
  )
  await bare.stop()
  return {
    rest: turns.product,
    bare: turns.bare,
    ratio: turns.ratio,
    p99: median(p99s.rest),
    bareP99: median(p99s.bare),
    changing: median(changing),
    ratioOfRest: median(ofRest),
    changingP99: median(p99s.changing),
    changes: median(reachedChanges),
  }
}

async function measureWhole({ port, cookie, folder }: Given): Promise<Line> {
  const load = {
    port,
    path: '/api/leaderboard',
    headers: { cookie, 'accept-encoding': 'br' },
    connections: 16,
    seconds,
  }
  const plain = await ask(port, load.path, { cookie })
  const turns = await measureBesideBare({ ...load, folder, rounds })
  const bytes = `${kilobytes(plain.body.length)}, ${kilobytes(turns.bytes)} sent`
  return lineOf(`whole board of 10,000 companies (${bytes})`, turns, wanted.wholeOfBare)
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`

/** Written directly into the tables: the benchmark measures reads. */
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
