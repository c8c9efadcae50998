import { and, asc, eq, sql } from 'drizzle-orm'
import { pointEntries } from '#server/features/points/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { captureLinks, proofDrafts, taskProofs } from './tables.ts'

/** Locks the proofs, as decisions do before they lock the company; then team links and drafts go, as guests and submissions lock them. */
export async function eraseDraftsOf(tx: Tx, companyId: string) {
  await lockProofsOf(tx, companyId)
  await tx.delete(captureLinks).where(eq(captureLinks.companyId, companyId))
  await tx.delete(proofDrafts).where(eq(proofDrafts.companyId, companyId))
}

/** Decisions stay, since points come from them; notes go. Says which proofs there were. The company is locked before, its days are not. */
export async function eraseProofsOf(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const isTheirs = eq(taskProofs.companyId, companyId)
  const found = await lockProofsOf(tx, companyId)
  // Without its files nobody can decide about it. One that was decided before and reopened is in the ledger, and stays.
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
