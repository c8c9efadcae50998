import { and, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { databaseNow } from '#server/platform/database/database-time.ts'
import { tasks } from './tables.ts'

export type Task = typeof tasks.$inferSelect

/** Returns the time of reading too, by the clock that also judges proofs. */
export async function listOffered(
  db: Db,
  clock: Clock,
  { evenUnopened }: { evenUnopened: boolean },
): Promise<{ task: Task; now: Date }[]> {
  const now = databaseNow(clock)
  const hasOpened = or(isNull(tasks.opensAt), lte(tasks.opensAt, now))
  return db
    .select({ task: tasks, now: sql`${now}`.mapWith(tasks.createdAt) })
    .from(tasks)
    .where(and(isNull(tasks.archivedAt), evenUnopened ? undefined : hasOpened))
    .orderBy(desc(tasks.date), desc(tasks.id))
}

/** True if task `t` was open at some moment between the two. A task that has not opened yet was not. */
export const wasOpenBetween = (start: SQL, end: SQL, clock: Clock): SQL =>
  sql`(greatest(t.created_at, t.opens_at) < ${end} and coalesce(t.opens_at <= ${databaseNow(clock)}, true)
    and coalesce(least(t.archived_at, t.closes_at) >= ${start}, true))`

/** True if task `t` takes proofs now. */
export const isOpenNow = (clock: Clock): SQL =>
  sql`(t.archived_at is null and coalesce(t.opens_at <= ${databaseNow(clock)}, true)
    and coalesce(t.closes_at > ${databaseNow(clock)}, true))`

export async function find(db: Db, id: string): Promise<Task | undefined> {
  const [task] = await db.select().from(tasks).where(eq(tasks.id, id))
  return task
}

export async function listArchived(db: Db) {
  const found = await db
    .select()
    .from(tasks)
    .where(isNotNull(tasks.archivedAt))
    .orderBy(desc(tasks.archivedAt), tasks.id)
  return found.flatMap(({ archivedAt, ...task }) => (archivedAt ? [{ ...task, archivedAt }] : []))
}

/** Changes of its proofs take this lock too, so no proof is added to a task that is being deleted. */
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
