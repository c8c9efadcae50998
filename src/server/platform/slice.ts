import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Db } from './database/client.ts'
import type { QueueState } from './jobs/metrics.ts'
import type { JobKind } from './jobs/queue.ts'
import type { Worker } from './jobs/worker.ts'
import type { Platform } from './platform.ts'

/**
 * Everything that a slice adds to the product: `server/slices.ts` lists the slices, and the files beside it read that
 * list.
 */
export type Slice = {
  routes(app: FastifyInstance, platform: Platform): void
  /** Runs before the server answers its first request. */
  prepare?(platform: Platform): Promise<void>
  /** Starts a worker for a queue in a table of the slice. */
  startWorker?(platform: Platform): Worker
  jobs?: JobKind[]
  /** Run every ten minutes as jobs with these names: they delete outdated data and finish interrupted work. */
  sweeps?: Record<string, JobKind['run']>
  /** Recomputes totals from their rows, and returns a sentence for each difference. */
  verify?(platform: Platform): Promise<string[]>
  measureQueue?(platform: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]>
  /** The files that rows name, for backups. */
  listStoredFiles?(db: Db): AsyncIterable<string>
  /** Tables whose rows a restore skips. */
  notRestored?: PgTable[]
  /** After a restore: repeats deletions of personal data that expired or was erased since the backup. */
  eraseDue?(platform: Platform, archiveFolder?: string): Promise<void>
}
