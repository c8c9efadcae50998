import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { days } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import { isDue, isLeaseFree, leaseEnd } from './lease.ts'
import { jobs } from './tables.ts'

export type Job = typeof jobs.$inferSelect & { leaseId: string }

/** The longest delay of a job. */
export const longestDelayMs = days(31)

type NewJob = { kind: string; key?: string; runAt: Date; priority?: number; requestId?: string }

/**
 * Upsert: a waiting job is not queued twice; it runs at the earlier time, for the first request. A running job will run
 * again, for this request.
 */
export async function insert(tx: Tx, { kind, key = '', runAt, priority = 0, requestId }: NewJob, now: Date) {
  const isRunning = sql`${jobs.leasedUntil} > clock_timestamp()`
  await tx
    .insert(jobs)
    .values({ kind, key, runAt, priority, requestId, createdAt: now })
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: {
        runAt: sql`least(${jobs.runAt}, excluded.run_at)`,
        requests: sql`${jobs.requests} + 1`,
        requestId: sql`case when ${isRunning} then excluded.request_id else coalesce(${jobs.requestId}, excluded.request_id) end`,
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

/** Leases due jobs of the kinds that this release knows. Skips locked rows instead of waiting. */
export async function lease(tx: Tx, { kinds, limit, canTakeOver }: Wanted, now: Date): Promise<Job[]> {
  const due = await tx
    .select({ kind: jobs.kind, key: jobs.key })
    .from(jobs)
    .where(
      and(
        inArray(jobs.kind, kinds),
        isDue(jobs.runAt, now, longestDelayMs),
        isLeaseFree(jobs.leasedUntil, { canTakeOver }),
      ),
    )
    .orderBy(jobs.priority, jobs.runAt, jobs.kind, jobs.key)
    .limit(limit)
    .for('update', { skipLocked: true })
  const leased: Job[] = []
  for (const { kind, key } of due) {
    const leaseId = randomUUID()
    const [job] = await tx
      .update(jobs)
      .set({ leaseId, leasedUntil: leaseEnd, attempts: sql`${jobs.attempts} + 1` })
      .where(and(eq(jobs.kind, kind), eq(jobs.key, key)))
      .returning()
    if (job) leased.push({ ...job, leaseId })
  }
  return leased
}

// A process that lost its lease must not overwrite the next holder's result.
const isOurs = ({ kind, key, leaseId }: Job) => and(eq(jobs.kind, kind), eq(jobs.key, key), eq(jobs.leaseId, leaseId))

export async function renewLease(tx: Tx, job: Job): Promise<boolean> {
  const renewed = await tx.update(jobs).set({ leasedUntil: leaseEnd }).where(isOurs(job)).returning({ kind: jobs.kind })
  return renewed.length > 0
}

const unleased = { leaseId: null, leasedUntil: null }

export async function reschedule(tx: Tx, job: Job, runAt: Date, now: Date) {
  const succeeded = { attempts: 0, lastError: null, lastSucceededAt: now }
  await tx
    .update(jobs)
    .set({ ...unleased, ...succeeded, requestId: null, runAt })
    .where(isOurs(job))
}

/** Deletes the job, unless it was requested again while it ran. */
export async function remove(tx: Tx, job: Job) {
  const removed = await tx
    .delete(jobs)
    .where(and(isOurs(job), eq(jobs.requests, job.requests)))
    .returning({ kind: jobs.kind })
  if (removed.length > 0) return
  await tx
    .update(jobs)
    .set({ ...unleased, attempts: 0, lastError: null })
    .where(isOurs(job))
}

/** Frees the job and takes the attempt back. */
export async function release(tx: Tx, job: Job) {
  await tx
    .update(jobs)
    .set({ ...unleased, attempts: sql`${jobs.attempts} - 1` })
    .where(isOurs(job))
}

export async function postpone(tx: Tx, job: Job, runAt: Date, lastError: string) {
  await tx
    .update(jobs)
    .set({ ...unleased, runAt, lastError })
    .where(isOurs(job))
}

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
  const isRunning = sql`${jobs.leasedUntil} > clock_timestamp()`
  // A failed job counts as waiting: its time is only the next retry.
  const isScheduled = sql`not coalesce(${isRunning}, false) and ${jobs.runAt} > ${now.toISOString()}::timestamptz and ${jobs.lastError} is null`
  return db
    .select({
      kind: jobs.kind,
      waiting: sql<number>`count(*) filter (where not coalesce(${isRunning}, false) and not (${isScheduled}))::int`,
      scheduled: sql<number>`count(*) filter (where ${isScheduled})::int`,
      running: sql<number>`count(*) filter (where ${isRunning})::int`,
      failed: sql<number>`count(*) filter (where ${jobs.lastError} is not null)::int`,
      oldestSeconds: sql<number>`greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(${jobs.runAt})))::float8`,
    })
    .from(jobs)
    .groupBy(jobs.kind)
    .orderBy(jobs.kind)
}
