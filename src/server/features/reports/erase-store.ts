import { eq, or } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { reports } from './tables.ts'

/**
 * Those of the company, and those of the whole challenge, which name every company and can be made again. Their numbers go at once, and
 * their time is over: the sweep removes the file and then the row. Says which.
 */
export async function expireReportsAbout(tx: Tx, companyId: string): Promise<string[]> {
  const expired = await tx
    .update(reports)
    .set({ numbers: null, state: 'failed', createdAt: new Date(0) })
    .where(or(eq(reports.companyId, companyId), eq(reports.kind, 'challenge')))
    .returning({ id: reports.id })
  return expired.map(({ id }) => id)
}
