import type { Logger } from 'pino'
import { upgradeWithSnapshot } from './backup/before-upgrade.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/client.ts'
import { joinEmbedded, startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrating/migrate.ts'
import type { StepReport } from './database/migrating/steps.ts'
import { isPooled, isRefusedSetting } from './database/pooler.ts'

/** `serve` owns the embedded database of this data folder; `visit` is for commands and joins a running one. */
export type Role = 'serve' | 'visit'

type ConfiguredDatabase = Database & { listenUrl: string }

/** Opens the database without migrating: `DATABASE_URL`, else the private one in `DATA_DIR`. */
export async function openUnmigrated(config: Config, log: Logger, role: Role): Promise<ConfiguredDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await (role === 'serve' ? startEmbedded : joinEmbedded)({
        dataDir: config.dataDir,
        log: (line) => log.warn(line),
      })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const onError = (error: Error) => log.warn({ err: error.message }, 'database connection error')
  const database = openDatabase({ url, pooled: config.listenUrl !== undefined, onError })
  async function close() {
    await database.close()
    await embedded?.stop()
  }
  return { ...database, close, listenUrl: config.listenUrl ?? url }
}

/** Opens the database and migrates it to this release's schema. */
export async function openConfiguredDatabase(config: Config, log: Logger, role: Role): Promise<ConfiguredDatabase> {
  const database = await openUnmigrated(config, log, role)
  try {
    if (role === 'serve' && config.databaseUrl) await refusePooledSignals(config.databaseUrl, config.listenUrl)
    await upgradeWithSnapshot(database.listenUrl, config, systemClock.now(), () =>
      migrateDirectly(database, config.listenUrl, reportTo(log)),
    )
  } catch (error) {
    await database.close()
    throw isRefusedSetting(error) ? new Error(throughPooler('DATABASE_URL')) : error
  }
  return database
}

/** Bypasses the pooler if possible, because it may end long statements. */
async function migrateDirectly(database: Database, listenUrl: string | undefined, report: StepReport) {
  if (!listenUrl) return migrate(database.pool, undefined, report)
  const direct = openDatabase({ url: listenUrl, pooled: true, connections: 1, onError: () => undefined })
  await migrate(direct.pool, undefined, report).finally(direct.close)
}

const reportEveryMs = 10_000

/** Logs each step of a long migration, and its progress every ten seconds. */
function reportTo(log: Logger): StepReport {
  let named = ''
  let reportedAt = 0
  return (progress) => {
    if (progress.migration === named && performance.now() - reportedAt < reportEveryMs) return
    named = progress.migration
    reportedAt = performance.now()
    log.info(progress, 'the database is upgraded beside people who write')
  }
}

/** Signals need a dedicated session. Through a pooler this process would never receive the others' signals. */
async function refusePooledSignals(databaseUrl: string, listenUrl: string | undefined) {
  if (await isPooled(listenUrl ?? databaseUrl))
    throw new Error(throughPooler(listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'))
}

const throughPooler = (name: string) =>
  `${name} leads through a connection pooler, which loses signals between processes: ` +
  'set DATABASE_LISTEN_URL to a direct connection to the same database'
