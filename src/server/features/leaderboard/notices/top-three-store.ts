import { inArray } from 'drizzle-orm'
import { isRanked, officialOrder } from '#server/features/companies/service.ts'
import { companies } from '#server/features/companies/tables.ts'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { topThree } from '../tables.ts'

/** Locks until the transaction ends: two processes at once would both find the same company new. */
export async function lockTopThree(tx: Tx) {
  await takeLock(tx, 'topThreeEmails')
}

/** The first three companies in the order of the official board. */
export async function readTopThree(tx: Tx) {
  return tx
    .select({ companyId: companies.id, points: companies.totalPoints })
    .from(companies)
    .where(isRanked)
    .orderBy(officialOrder, companies.id)
    .limit(3)
}

export async function listKnown(tx: Tx): Promise<string[]> {
  return (await tx.select().from(topThree)).map(({ companyId }) => companyId)
}

export async function replaceKnown(tx: Tx, gone: string[], entered: string[], now: Date) {
  if (gone.length > 0) await tx.delete(topThree).where(inArray(topThree.companyId, gone))
  if (entered.length > 0)
    await tx
      .insert(topThree)
      .values(entered.map((companyId) => ({ companyId, enteredAt: now })))
      .onConflictDoNothing({ target: topThree.companyId })
}
