import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { tasks } from './tables.ts'

export type Task = typeof tasks.$inferSelect

export async function listOffered(db: Db): Promise<Task[]> {
  return db.select().from(tasks).where(isNull(tasks.archivedAt)).orderBy(desc(tasks.date), desc(tasks.id))
}

export async function listArchived(db: Db) {
  const found = await db
    .select()
    .from(tasks)
    .where(isNotNull(tasks.archivedAt))
    .orderBy(desc(tasks.archivedAt), tasks.id)
  return found.flatMap(({ archivedAt, ...task }) => (archivedAt ? [{ ...task, archivedAt }] : []))
}

/** Held by everyone who adds a proof to it or takes it away: a proof never lands on a task that is just being deleted. */
export async function lock(
  tx: Tx,
  id: string,
  how: 'update' | 'share',
  { evenArchived = false } = {},
): Promise<Task | undefined> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), evenArchived ? undefined : isNull(tasks.archivedAt)))
    .for(how)
  return task
}

export async function insert(tx: Tx, task: typeof tasks.$inferInsert): Promise<Task> {
  const [created] = await tx.insert(tasks).values(task).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

export async function update(tx: Tx, id: string, changes: Partial<typeof tasks.$inferInsert>): Promise<Task> {
  const [changed] = await tx.update(tasks).set(changes).where(eq(tasks.id, id)).returning()
  if (!changed) throw new Error('update returned no row')
  return changed
}

export async function remove(tx: Tx, id: string) {
  await tx.delete(tasks).where(eq(tasks.id, id))
}
