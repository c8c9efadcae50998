import { and, asc, eq, sql } from 'drizzle-orm'
import { pointEntries } from '#server/features/points/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { captureLinks, proofDrafts, taskProofs } from './tables.ts'

/** Decisions stay, since points come from them; notes, drafts and team links go. Says which proofs there were. */
export async function eraseProofsOf(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const isTheirs = eq(taskProofs.companyId, companyId)
  const found = await tx
    .select({ id: taskProofs.id })
    .from(taskProofs)
    .where(isTheirs)
    .orderBy(asc(taskProofs.id))
    .for('update')
  await tx.delete(proofDrafts).where(eq(proofDrafts.companyId, companyId))
  await tx.delete(captureLinks).where(eq(captureLinks.companyId, companyId))
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
