import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { systemClock } from '../../src/server/platform/clock.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { openDatabase } from '../../src/server/platform/database/client.ts'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { assemblePlatform } from '../../src/server/platform/open-platform.ts'
import { createCaller } from '../../src/server/testing/network/caller.ts'
import buildIfStale from '../build-if-stale.mjs'
import { createCleanup } from '../rig/cleanup.ts'
import { startProduct } from '../rig/product.ts'

export type Target = Awaited<ReturnType<typeof startTarget>>

/** The built product as a process with an empty database, and a connection to that database. */
export async function startTarget({ preload }: { preload?: string } = {}) {
  buildIfStale()
  const cleanup = createCleanup()
  cleanup.endOnSignal()
  const preloaded = preload ? ['--import', pathToFileURL(preload).href] : []
  try {
    const database = await startEmbedded({ dataDir: cleanup.folder('fuzz') })
    cleanup.add(database.stop)
    await allowLosing(database.url)
    const dataDir = cleanup.folder('fuzz')
    const settings = { NODE_ENV: 'production', DATABASE_URL: database.url, DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' }
    const product = await startProduct(settings, { args: [...preloaded, 'scripts/start.mjs'] })
    cleanup.add(product.stop)
    const { base } = product
    const lines: string[] = []
    product.child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n')))

    const beside = openDatabase({ url: database.url, onError: () => undefined })
    cleanup.add(beside.close)
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(product.port), LOG_LEVEL: 'silent' })
    const log = pino({ level: 'silent' })
    const platform = await assemblePlatform({ config, clock: systemClock, log, db: beside.db })
    const caller = createCaller(base)
    const pid = product.child.pid ?? 0
    return {
      ...{ base, pid, platform, db: beside.db, clock: systemClock, caller, visitor: caller(), stop: cleanup.end },
      /** The product's log line for this request. */
      logOf: (requestId: string) => lines.find((line) => line.includes(requestId)),
      memory: () => memoryOf(pid),
      isRunning: () => product.child.exitCode === null && product.child.signalCode === null,
      /** The database's size and its number of deadlocks. */
      async measureDatabase() {
        const { rows } = await beside.pool.query(`select pg_database_size(datname)::float8 as bytes, deadlocks::int
          from pg_stat_database where datname = current_database()`)
        return rows[0] as { bytes: number; deadlocks: number }
      },
    }
  } catch (error) {
    await cleanup.end()
    throw error
  }
}

/** Disables waiting for the disk: no data of the run is kept. */
async function allowLosing(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter role current_user set synchronous_commit = off')
  await client.end()
}

/** In bytes, current and peak; zero where the system does not report it. */
function memoryOf(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
    return { now: read('VmRSS'), most: read('VmHWM') }
  } catch {
    return { now: 0, most: 0 }
  }
}
