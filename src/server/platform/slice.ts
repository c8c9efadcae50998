import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Db } from './database/client.ts'
import type { QueueState } from './jobs/metrics.ts'
import type { JobKind } from './jobs/queue.ts'
import type { Worker } from './jobs/worker.ts'
import type { Platform } from './platform.ts'

/** Everything that a slice brings into the product: `server/slices.ts` lists the slices, the files beside it read that list. */
export type Slice = {
  routes(app: FastifyInstance, platform: Platform): void
  /** Runs before the server answers its first request. */
  prepare?(platform: Platform): Promise<void>
  /** Works on a queue in a table of the slice. */
  startWorker?(platform: Platform): Worker
  jobs?: JobKind[]
  /** Run every ten minutes, each under the name of its job: they delete what is out of date, and finish what a crash cut off. */
  sweeps?: Record<string, JobKind['run']>
  /** Recomputes totals from the rows that they are made of, and returns a sentence for each that differs. */
  verify?(platform: Platform): Promise<string[]>
  measureQueue?(platform: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]>
  /** The files that rows name: a backup copies them. */
  listStoredFiles?(db: Db): AsyncIterable<string>
  /** Tables whose rows do not come back with a backup. */
  notRestored?: PgTable[]
  /** After a restore: deletes personal data again whose time is over, or that was erased since the backup was made. */
  eraseDue?(platform: Platform, archiveFolder?: string): Promise<void>
}
