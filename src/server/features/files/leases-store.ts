import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, not, notInArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { isLeaseFree, leaseEnd } from '#server/platform/jobs/lease.ts'
import { isThere, type Upload } from './store.ts'
import { uploads } from './tables.ts'

export type LeasedUpload = Upload & { leaseId: string }

/** Leases a file for receiving bytes; only the first of two concurrent senders succeeds. */
export async function leaseReceiving(tx: Tx, path: string): Promise<LeasedUpload | undefined> {
  // Commits asynchronously: after a crash nobody receives this file, so the lease may be lost.
  await tx.execute(sql`set local synchronous_commit = off`)
  const leaseId = randomUUID()
  const [leased] = await tx
    .update(uploads)
    .set({ leaseId, leasedUntil: leaseEnd })
    .where(and(eq(uploads.path, path), eq(uploads.state, 'granted'), isLeaseFree(uploads.leasedUntil)))
    .returning()
  return leased && { ...leased, leaseId }
}

const isUnprepared = and(
  isNull(uploads.preparedAt),
  isNull(uploads.fault),
  inArray(uploads.state, ['stored', 'claimed']),
)

type Wanted = { path?: string; except?: string[]; canTakeOver?: boolean }

/** Leases a single unprepared file without an active lease, and counts the attempt. */
export async function leaseUnprepared(
  tx: Tx,
  { path, except = [], canTakeOver }: Wanted = {},
): Promise<LeasedUpload | undefined> {
  const open = and(isUnprepared, isLeaseFree(uploads.leasedUntil, { canTakeOver }))
  const [next] = await tx
    .select({ path: uploads.path })
    .from(uploads)
    .where(and(open, path ? eq(uploads.path, path) : undefined, notInArray(uploads.path, except)))
    .orderBy(asc(uploads.storedAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return undefined
  const leaseId = randomUUID()
  const [leased] = await tx
    .update(uploads)
    .set({ leaseId, leasedUntil: leaseEnd, prepareAttempts: sql`${uploads.prepareAttempts} + 1` })
    .where(eq(uploads.path, next.path))
    .returning()
  return leased && { ...leased, leaseId }
}

type Lease = Pick<LeasedUpload, 'path' | 'leaseId'>
const isOurs = ({ path, leaseId }: Lease) => and(eq(uploads.path, path), eq(uploads.leaseId, leaseId), isThere)

/** False if the lease was lost or the file was discarded. */
export async function renewLease(tx: Tx, lease: Lease): Promise<boolean> {
  const renewed = await tx
    .update(uploads)
    .set({ leasedUntil: leaseEnd })
    .where(isOurs(lease))
    .returning({ path: uploads.path })
  return renewed.length > 0
}

/** Writes the result of the attempt and ends the lease. False, without a write, if the lease was lost. */
export async function endLease(tx: Tx, lease: Lease, changes: PgUpdateSetSource<typeof uploads>): Promise<boolean> {
  const ended = await tx
    .update(uploads)
    .set({ ...changes, leaseId: null, leasedUntil: null })
    .where(isOurs(lease))
    .returning({ path: uploads.path })
  return ended.length > 0
}

/** Ends the lease and uncounts the attempt, because the file did not cause the failure. */
export const returnLease = (tx: Tx, lease: Lease) =>
  endLease(tx, lease, { prepareAttempts: sql`${uploads.prepareAttempts} - 1` })

export async function measureUnprepared(db: Db, now: Date) {
  const isRunning = sql`${uploads.leasedUntil} > clock_timestamp()`
  const isWaiting = sql`not coalesce(${isRunning}, false)`
  const [state] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})::int`,
      running: sql<number>`count(*) filter (where ${isRunning})::int`,
      failed: sql<number>`count(*) filter (where ${isWaiting} and ${uploads.prepareAttempts} > 0)::int`,
      oldestSeconds: sql<number>`coalesce(greatest(0, extract(epoch from
        ${now.toISOString()}::timestamptz - min(${uploads.storedAt}))), 0)::float8`,
    })
    .from(uploads)
    .where(isUnprepared)
  return state
}

/** Returns the leases that are still renewed. */
export async function livingLeases(db: Db, leaseIds: string[]): Promise<string[]> {
  if (leaseIds.length === 0) return []
  const found = await db
    .select({ leaseId: uploads.leaseId })
    .from(uploads)
    .where(and(inArray(uploads.leaseId, leaseIds), not(isLeaseFree(uploads.leasedUntil) ?? sql`false`)))
  return found.flatMap(({ leaseId }) => leaseId ?? [])
}
