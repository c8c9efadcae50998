import { eq, or } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { reports } from './tables.ts'

/**
 * Expires the company's reports and all challenge reports, which name every company. Clears their numbers at once; the
 * sweep later deletes each file and then its row. Returns the ids.
 */
export async function expireReportsOf(tx: Tx, companyId: string): Promise<string[]> {
  const expired = await tx
    .update(reports)
    .set({ numbers: null, state: 'failed', createdAt: new Date(0) })
    .where(or(eq(reports.companyId, companyId), eq(reports.kind, 'challenge')))
    .returning({ id: reports.id })
  return expired.map(({ id }) => id)
}
