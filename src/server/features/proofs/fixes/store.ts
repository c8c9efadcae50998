import { asc, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

/** Lists proofs that were sent back and not fixed before their deadline. */
export async function listOverdueFixes(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: taskProofs.id })
    .from(taskProofs)
    .where(lte(taskProofs.fixDueAt, now))
    .orderBy(asc(taskProofs.fixDueAt), asc(taskProofs.id))
    .limit(most)
  return rows.map(({ id }) => id)
}
