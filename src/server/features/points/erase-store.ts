import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { pointEntries } from './tables.ts'

/** Erases the reasons that people wrote; the ledger keeps every entry. */
export async function eraseReasons(tx: Tx, companyId: string) {
  await tx
    .update(pointEntries)
    .set({ reason: 'erased' })
    .where(and(eq(pointEntries.companyId, companyId), isNotNull(pointEntries.reason)))
}
