import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { days } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import { countIf, type Leased, leasable } from './leasable.ts'
import { isDue, isLeased } from './lease.ts'
import { jobs } from './tables.ts'

const rows = leasable(jobs, {
  key: ['kind', 'key'],
  attempts: 'attempts',
  order: [jobs.priority, jobs.runAt, jobs.kind, jobs.key],
})

export type Job = Leased<typeof jobs>

/** The longest delay of a job. */
export const longestDelayMs = days(31)

type NewJob = { kind: string; key?: string; runAt: Date; priority?: number; requestId?: string }

/**
 * Upsert: a waiting job is not queued twice; it runs at the earlier time, for the first request. A running job will run
 * again, for this request.
 */
export async function insert(tx: Tx, { kind, key = '', runAt, priority = 0, requestId }: NewJob, now: Date) {
  await tx
    .insert(jobs)
    .values({ kind, key, runAt, priority, requestId, createdAt: now })
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: {
        runAt: sql`least(${jobs.runAt}, excluded.run_at)`,
        requests: sql`${jobs.requests} + 1`,
        requestId: sql`case when ${isLeased(jobs.leasedUntil)} then excluded.request_id else coalesce(${jobs.requestId}, excluded.request_id) end`,
      },
    })
}

/** Keeps existing due times, so a run that was missed during a downtime happens now. */
export async function insertMissing(tx: Tx, first: { kind: string; runAt: Date }[], now: Date) {
  await tx
    .insert(jobs)
    .values(first.map((job) => ({ ...job, createdAt: now })))
    .onConflictDoNothing()
}

type Wanted = { kinds: string[]; limit: number; canTakeOver: boolean }

/** Leases due jobs of the kinds that this release knows. */
export const lease = (tx: Tx, { kinds, ...wanted }: Wanted, now: Date) =>
  rows.lease(tx, { ...wanted, where: and(inArray(jobs.kind, kinds), isDue(jobs.runAt, now, longestDelayMs)) })

export const renewLease = rows.renew
export const release = rows.release

export const reschedule = (tx: Tx, job: Job, runAt: Date, now: Date) =>
  rows.end(tx, job, { ...succeeded, lastSucceededAt: now, requestId: null, runAt })

/** Deletes the job, unless it was requested again while it ran. */
export async function remove(tx: Tx, job: Job) {
  const { rowCount } = await tx.delete(jobs).where(and(rows.isOurs(job), eq(jobs.requests, job.requests)))
  if (rowCount === 0) await rows.end(tx, job, succeeded)
}

const succeeded = { attempts: 0, lastError: null }

export const postpone = (tx: Tx, job: Job, runAt: Date, lastError: string) => rows.end(tx, job, { runAt, lastError })

type KindState = {
  kind: string
  waiting: number
  scheduled: number
  running: number
  failed: number
  oldestSeconds: number
}

/** Uses the product's clock, as `run_at` does. */
export async function stateOfKinds(db: Db, now: Date): Promise<KindState[]> {
  // A failed job counts as waiting: its time is only the next retry.
  const isScheduled = sql`(${jobs.runAt} > ${now.toISOString()}::timestamptz and ${jobs.lastError} is null)`
  return db
    .select({
      kind: jobs.kind,
      ...rows.counts(now, jobs.runAt, sql`not ${isScheduled}`),
      scheduled: countIf(sql`not ${isLeased(jobs.leasedUntil)} and ${isScheduled}`),
      failed: countIf(isNotNull(jobs.lastError)),
    })
    .from(jobs)
    .groupBy(jobs.kind)
    .orderBy(jobs.kind)
}
