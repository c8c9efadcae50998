import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, not, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { countIf, type Leased, leasable } from '#server/platform/jobs/leasable.ts'
import { isLeased, isLeaseFree, leaseEnd } from '#server/platform/jobs/lease.ts'
import { isThere } from './store.ts'
import { uploads } from './tables.ts'

const rows = leasable(uploads, {
  key: ['path'],
  attempts: 'prepareAttempts',
  order: [uploads.storedAt],
  canBeHeld: isThere,
})

export type LeasedUpload = Leased<typeof uploads>

/**
 * Leases a file for receiving bytes; only the first of two concurrent senders succeeds. A single statement for a known
 * file, which counts no attempt of preparing it.
 */
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

/** Leases a single unprepared file. */
export async function leaseUnprepared(
  tx: Tx,
  { path, except = [], canTakeOver }: Wanted = {},
): Promise<LeasedUpload | undefined> {
  const where = and(isUnprepared, path ? eq(uploads.path, path) : undefined, notInArray(uploads.path, except))
  const [leased] = await rows.lease(tx, { where, limit: 1, canTakeOver })
  return leased
}

export const { renew, end, release } = rows

export async function measureUnprepared(db: Db, now: Date) {
  const failed = countIf(and(not(isLeased(uploads.leasedUntil)), gt(uploads.prepareAttempts, 0)))
  const [state] = await db
    .select({ ...rows.counts(now, uploads.storedAt), failed })
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
