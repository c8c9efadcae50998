import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { tasks } from '../tables.ts'

export type ClosingTask = { id: string; title: string; pointsReward: number; closesAt: Date }

type Window = { openedBy: Date; closesAfter: Date; closesBy: Date }

/** Open tasks that close in the window, without a reminder of their present closing time yet. */
export async function listClosing(db: Db, { openedBy, closesAfter, closesBy }: Window): Promise<ClosingTask[]> {
  const rows = await db
    .select({ id: tasks.id, title: tasks.title, pointsReward: tasks.pointsReward, closesAt: tasks.closesAt })
    .from(tasks)
    .where(
      and(
        isNull(tasks.archivedAt),
        or(isNull(tasks.opensAt), lte(tasks.opensAt, openedBy)),
        lte(tasks.createdAt, openedBy),
        gt(tasks.closesAt, closesAfter),
        lte(tasks.closesAt, closesBy),
        sql`${tasks.closingMailedFor} is distinct from ${tasks.closesAt}`,
      ),
    )
    .orderBy(asc(tasks.closesAt), asc(tasks.id))
  return rows.flatMap(({ closesAt, ...task }) => (closesAt ? [{ ...task, closesAt }] : []))
}

/** Saves the closing time of the reminder, so that a task with another closing time is reminded again. */
export async function markClosingsMailed(tx: Tx, closing: ClosingTask[]) {
  for (const { id, closesAt } of closing)
    await tx.update(tasks).set({ closingMailedFor: closesAt }).where(eq(tasks.id, id))
}
