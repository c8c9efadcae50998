import type { Logger } from 'pino'
import type { BackgroundWork } from './background-work.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/client.ts'
import type { SignalBus } from './live/bus.ts'
import type { Maintenance } from './maintenance/watch-maintenance.ts'
import type { WorkerPool } from './media/worker/worker-pool.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { FileStore } from './storage/file-store.ts'

/** The dependencies of every service. It contains no feature and no state that cannot be rebuilt. */
export type Platform = {
  config: Config
  clock: Clock
  db: Db
  log: Logger
  signals: SignalBus
  files: FileStore
  media: WorkerPool
  background: BackgroundWork
  maintenance: Maintenance
  metrics: Metrics
}

/** The acting person, for the audit log and for the session that is kept. */
export type Actor = { userId: string; email: string; sid: string }
