import { and, asc, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import type { Task } from '../store.ts'
import { tasks } from '../tables.ts'

/** Tasks that have opened without an email to companies. Without an opening time, they were created by `createdBy`. */
export async function listUntoldOpenings(db: Db, now: Date, createdBy: Date): Promise<Task[]> {
  return db
    .select()
    .from(tasks)
    .where(
      and(
        isNull(tasks.openingMailedAt),
        isNull(tasks.archivedAt),
        or(lte(tasks.opensAt, now), and(isNull(tasks.opensAt), lte(tasks.createdAt, createdBy))),
      ),
    )
    .orderBy(asc(tasks.date), asc(tasks.id))
}

export async function markOpeningsMailed(tx: Tx, ids: string[], now: Date) {
  await tx.update(tasks).set({ openingMailedAt: now }).where(inArray(tasks.id, ids))
}
