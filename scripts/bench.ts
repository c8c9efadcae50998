// `npm run bench`: each line compares the product with its bare limit, by turns in the same run on this machine.
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { joinEmbedded } from '../src/server/platform/database/embedded.ts'
import { measureAnalytics } from './bench/analytics.ts'
import { measureCosts } from './bench/costs.ts'
import { measureCheckIns } from './bench/door.ts'
import { measureLeaderboard } from './bench/leaderboard.ts'
import { measureMails } from './bench/mails.ts'
import type { Line } from './bench/measuring/in-turns.ts'
import { measureRegistrations } from './bench/registrations.ts'
import { measureReviews } from './bench/reviews.ts'
import { measureSearch } from './bench/search.ts'
import { measureStreams } from './bench/streams.ts'
import { measureUploads } from './bench/uploads.ts'
import { createPost, logIn } from './rig/accounts.ts'
import { createCleanup } from './rig/cleanup.ts'
import { startProduct } from './rig/product.ts'

const parts = {
  uploads: measureUploads,
  leaderboard: measureLeaderboard,
  reviews: measureReviews,
  registrations: measureRegistrations,
  mails: measureMails,
  streams: measureStreams,
  door: measureCheckIns,
  search: measureSearch,
  analytics: measureAnalytics,
  costs: measureCosts,
}
type Part = keyof typeof parts
/** All but `costs`, which has no wish. */
const usual = (Object.keys(parts) as Part[]).filter((name) => name !== 'costs')

/** Names of parts, for instance `npm run bench -- uploads`. */
const asked = process.argv.slice(2)
const isPart = (name: string): name is Part => name in parts
const [part] = asked
if (!asked.every(isPart)) {
  console.error(`The parts are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
if (!part || !isPart(part) || asked.length > 1) process.exit(runApart(part ? asked : usual) ? 0 : 1)
process.exit((await run(part)) ? 0 : 1)

async function run(name: Part): Promise<boolean> {
  const cleanup = createCleanup()
  cleanup.endOnSignal()
  const folder = cleanup.folder('bench')
  // Behind a proxy, so that every person registers from another address, as on the day.
  const product = await startProduct({ TRUST_PROXY: '127.0.0.1' })
  cleanup.add(product.stop)
  const database = await joinEmbedded({ dataDir: product.dataDir })
  cleanup.add(database.stop)
  const pool = new pg.Pool({ connectionString: database.url })
  cleanup.add(() => pool.end())
  const { base, port } = product
  const cookie = await logIn(createPost(base))
  let lines: Line[]
  try {
    lines = await parts[name]({ product, base, port, databaseUrl: database.url, pool, cookie, folder })
  } finally {
    await cleanup.end()
  }
  console.table(lines.map(({ reached, ...line }) => ({ ...line, reached: reached ? 'yes' : 'NO' })))
  return lines.every(({ reached }) => reached)
}

/** Runs each part as a process with its product: leftovers of one part, even garbage, would slow the next. */
function runApart(names: readonly string[]): boolean {
  const script = process.argv[1] ?? ''
  const missed = names.filter(
    (name) => spawnSync(process.execPath, [...process.execArgv, script, name], { stdio: 'inherit' }).status !== 0,
  )
  if (missed.length > 0) console.log(`A wish was missed in: ${missed.join(', ')}.`)
  return missed.length === 0
}
