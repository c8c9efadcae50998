import { and, asc, eq, sql } from 'drizzle-orm'
import { pointEntries } from '#server/features/points/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { captureLinks, proofDrafts, taskProofs } from './tables.ts'

/**
 * Locks the proofs before the company, in the same order as decisions. Team links go before drafts, the lock order of
 * guests and submissions.
 */
export async function eraseDraftsOf(tx: Tx, companyId: string) {
  await lockProofsOf(tx, companyId)
  await tx.delete(captureLinks).where(eq(captureLinks.companyId, companyId))
  await tx.delete(proofDrafts).where(eq(proofDrafts.companyId, companyId))
}

/**
 * Keeps decisions, since points come from them, and erases notes. The caller has locked the company, not its days.
 * Returns the proof ids.
 */
export async function eraseProofsOf(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const isTheirs = eq(taskProofs.companyId, companyId)
  const found = await lockProofsOf(tx, companyId)
  // A pending proof without files cannot be decided, so it is deleted. A reopened proof has ledger entries and stays.
  const isInLedger = sql`exists (select 1 from ${pointEntries} where ${pointEntries.proofId} = ${taskProofs.id})`
  await tx.delete(taskProofs).where(and(isTheirs, eq(taskProofs.status, 'pending'), sql`not ${isInLedger}`))
  await tx
    .update(taskProofs)
    .set({ status: 'rejected', reviewedAt: now, claimedBy: null, claimedUntil: null, fixDueAt: null })
    .where(and(isTheirs, eq(taskProofs.status, 'pending')))
  await tx.update(taskProofs).set({ contentUrls: [], adminNotes: null, fixRounds: [] }).where(isTheirs)
  return found.map(({ id }) => id)
}

const lockProofsOf = (tx: Tx, companyId: string) =>
  tx
    .select({ id: taskProofs.id })
    .from(taskProofs)
    .where(eq(taskProofs.companyId, companyId))
    .orderBy(asc(taskProofs.id))
    .for('update')
