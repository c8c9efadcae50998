import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { keepDaysInTimeZone } from '../../src/server/features/analytics/days/days.ts'
import { type Config, readConfig } from '../../src/server/platform/config.ts'
import { openDatabase } from '../../src/server/platform/database/client.ts'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { migrate } from '../../src/server/platform/database/migrating/migrate.ts'
import { assemblePlatform, requireOwnFiles } from '../../src/server/platform/open-platform.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { startProduct } from '../../src/server/start-product.ts'
import { createCleanup } from '../rig/cleanup.ts'
import { prepareDatabase } from './database.ts'

/** The product's clock while its week is created. */
export class MovableClock {
  #now: Date
  constructor(start: Date) {
    this.#now = start
  }
  now = () => new Date(this.#now)
  moveTo(moment: Date) {
    if (moment > this.#now) this.#now = moment
  }
}

const settings = ['DATA_DIR', 'DATABASE_URL', 'HOST', 'PORT', 'PUBLIC_URL', 'TIME_ZONE', 'LOG_LEVEL']

/** Reads only the settings of the demo's location, without an installation's mail server and file store. */
export function readDemoConfig(environment: Record<string, string | undefined>): Config {
  const own = Object.fromEntries(settings.map((name) => [name, environment[name]]))
  return readConfig({ ...own, DATA_DIR: own.DATA_DIR || './demo-data', LOG_LEVEL: own.LOG_LEVEL || 'warn' })
}

export type DemoProduct = { platform: Platform; base: string; stop(): Promise<void> }

type Options = { config: Config; clock: MovableClock; isNew?: boolean }

/** The product with a movable clock and no sweeps. During the creation of a week, files are prepared on demand. */
export async function startDemoProduct({ config, clock, isNew = true }: Options): Promise<DemoProduct> {
  const cleanup = createCleanup()
  try {
    const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir })
    if (embedded) cleanup.add(embedded.stop)
    const url = config.databaseUrl ?? embedded?.url ?? ''
    // Without waiting for fsync: after a crash the demo creates the week again.
    const database = openDatabase({ url: withoutWaiting(url), onError: () => undefined })
    cleanup.add(database.close)
    if (isNew) cleanup.add(await prepareDatabase(database.pool, config))
    await migrate(database.pool)
    const log = pino({ level: config.logLevel })
    const platform = await assemblePlatform({ config, clock, log, db: database.db })
    await requireOwnFiles(platform)
    await keepDaysInTimeZone(platform)
    const product = startProduct(
      { platform, listenUrl: url },
      { without: isNew ? ['files', 'jobs', 'pages'] : ['jobs'] },
    )
    cleanup.add(() => product.stop({ grace: 0, deadline: 5_000 }))
    await product.app.listen({ port: isNew ? 0 : config.port, host: '127.0.0.1' })
    const address = product.app.server.address()
    return { platform, base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, stop: cleanup.end }
  } catch (error) {
    await cleanup.end()
    throw error
  }
}

function withoutWaiting(url: string): string {
  const { searchParams } = new URL(url.replace(/^postgres(ql)?:/, 'http:'))
  const separator = url.includes('?') ? '&' : '?'
  return searchParams.has('options') ? url : `${url}${separator}options=-c%20synchronous_commit%3Doff`
}

/** Ensures that every earlier commit is on disk. */
export async function flush({ db }: Platform) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = on`)
    await tx.execute(sql`update company_days_zone set time_zone = time_zone`)
  })
}
