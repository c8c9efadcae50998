// `npm run bench`: each line compares the product with its bare limit, by turns in the same run on this machine.
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { joinEmbedded } from '../src/server/platform/database/embedded.ts'
import { measureAnalytics } from './bench/analytics.ts'
import { measureBackup } from './bench/backup.ts'
import { measureBoards } from './bench/boards.ts'
import { measureCosts } from './bench/costs.ts'
import { measureCheckIns } from './bench/door.ts'
import { measureLeaderboard } from './bench/leaderboard.ts'
import type { Line } from './bench/measuring/in-turns.ts'
import { measureMigrations } from './bench/migrations.ts'
import { type FilledChallenge, startFilledChallenge } from './bench/prepared/filled-challenge.ts'
import { measureRegistrations } from './bench/registrations.ts'
import { measureReminders } from './bench/reminders.ts'
import { measureReports } from './bench/reports.ts'
import { measureReviews } from './bench/reviews.ts'
import { measureSearch } from './bench/search.ts'
import { measureStart } from './bench/start.ts'
import { measureStreams } from './bench/streams.ts'
import { measureUploads } from './bench/uploads.ts'
import { createPost, logIn } from './rig/accounts.ts'
import { createCleanup } from './rig/cleanup.ts'
import { startProduct } from './rig/product.ts'

const lines: Line[] = []
const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
/** Names of parts, for instance `npm run bench -- uploads`. */
const asked = process.argv.slice(2)

/**
 * All but `costs` (it has no wish), `migrations` (a million rows in seven tables) and `backup` (40 GB of disk). Parts in
 * one row share data that takes minutes to fill.
 */
const usual = [
  ['uploads'],
  ['leaderboard'],
  ['reviews'],
  ['registrations'],
  ['reminders'],
  ['streams'],
  ['door'],
  ['search'],
  ['start'],
  ['analytics', 'boards', 'reports'],
] as const
type Part = (typeof usual)[number][number] | 'costs' | 'migrations' | 'backup'
if (asked.length === 0) process.exit(runApart(usual) ? 0 : 1)

const cleanup = createCleanup()
cleanup.endOnSignal()
const folder = cleanup.folder('bench')
const product = await startProduct()
cleanup.add(product.stop)
const database = await joinEmbedded({ dataDir: product.dataDir })
cleanup.add(database.stop)
const pool = new pg.Pool({ connectionString: database.url })
cleanup.add(() => pool.end())
const { base } = product
const cookie = await logIn(createPost(base))
/** Takes minutes to fill: created lazily and once, for the first part that needs it. */
let filled: Promise<FilledChallenge> | undefined
const filledChallenge = () => (filled ??= startFilledChallenge())

const parts: Record<Part, () => Promise<Line[]>> = {
  uploads: () => measureUploads({ base, product, folder }),
  leaderboard: () => measureLeaderboard({ port: product.port, pool, cookie, folder, seconds }),
  reviews: () => measureReviews({ port: product.port, pool, cookie }),
  registrations: () => measureRegistrations(),
  reminders: () => measureReminders(),
  streams: () => measureStreams({ port: product.port, pool, cookie, folder }),
  door: () => measureCheckIns({ base, port: product.port, pool, cookie }),
  search: () => measureSearch(),
  start: () => measureStart({ folder }),
  analytics: async () => measureAnalytics(await filledChallenge()),
  boards: async () => measureBoards(await filledChallenge(), { folder, seconds }),
  costs: () => measureCosts({ product, pool, cookie }),
  migrations: () => measureMigrations(),
  backup: () => measureBackup({ folder }),
  reports: async () => measureReports(await filledChallenge()),
}
try {
  for (const [name, part] of Object.entries(parts)) {
    if (asked.includes(name)) lines.push(...(await part()))
  }
} finally {
  await (await filled)?.stop()
  await cleanup.end()
}

console.table(lines.map(({ reached, ...line }) => ({ ...line, reached: reached ? 'yes' : 'NO' })))
process.exit(lines.every(({ reached }) => reached) ? 0 : 1)

/** Runs each group as a process with its product: leftovers of one part, even garbage, would slow the next. */
function runApart(groups: readonly (readonly string[])[]): boolean {
  const script = process.argv[1] ?? ''
  const run = (names: readonly string[]) =>
    spawnSync(process.execPath, [...process.execArgv, script, ...names], { stdio: 'inherit' }).status === 0
  const missed = groups.filter((names) => !run(names)).flat()
  if (missed.length > 0) console.log(`A wish was missed in: ${missed.join(', ')}.`)
  return missed.length === 0
}
