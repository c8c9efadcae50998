import type { Logger } from 'pino'
import { BackgroundWork } from './background-work.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/client.ts'
import { SignalBus } from './live/bus.ts'
import { withLocalSignals } from './live/publish.ts'
import { createLog } from './log/log.ts'
import { watchMaintenance } from './maintenance/watch-maintenance.ts'
import { workerPool } from './media/worker/worker-pool.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openConfiguredDatabase, type Role } from './open-database.ts'
import type { Platform } from './platform.ts'
import { requireSameFolder } from './storage/folder-identity.ts'
import { filesFolderOf, openFileStore } from './storage/open-file-store.ts'

export type OpenPlatform = { platform: Platform; listenUrl: string; close(): Promise<void> }

/** Opens everything that services need, for the server and for commands. */
export async function openPlatform(
  config: Config,
  role: Role,
  logLevel = role === 'serve' ? config.logLevel : 'silent',
): Promise<OpenPlatform> {
  const log = createLog(logLevel)
  const database = await openConfiguredDatabase(config, log, role)
  try {
    const platform = await assemblePlatform({ config, clock: systemClock, log, db: database.db })
    if (role === 'serve') await requireOwnFiles(platform)
    return { platform, listenUrl: database.listenUrl, close: database.close }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Parts = { config: Config; clock: Clock; log: Logger; db: Db; files?: Platform['files'] }

/** Builds the platform for the server, for commands and for tests, which pass a database and a clock. */
export async function assemblePlatform({ config, clock, log, db, files }: Parts): Promise<Platform> {
  const signals = new SignalBus()
  const announcing = withLocalSignals(db, signals)
  return {
    config,
    clock,
    db: announcing,
    log,
    signals,
    files: files ?? (await openFileStore(config, log)),
    media: workerPool,
    maintenance: watchMaintenance(announcing, signals),
    background: new BackgroundWork(log),
    metrics: createMetrics(),
  }
}

/** Checked before any upload: a process with another folder would miss the other processes' files. */
export async function requireOwnFiles({ config, clock, db }: Platform) {
  if (!config.s3) await requireSameFolder(db, filesFolderOf(config), clock.now())
}
