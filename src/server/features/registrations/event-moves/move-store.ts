import { and, eq, inArray, isNotNull, isNull, lt, lte, not, or, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { isPendingOrApproved } from '../conditions-store.ts'
import { hasNotice } from '../notices/notice-store.ts'
import type { Row } from '../store.ts'
import { eventMoves as m, registrations as r, type WhenAndWhere } from '../tables.ts'

export type Move = typeof m.$inferSelect

const isOpen = isNull(m.startedAt)

/** The one that still collects changes. Its event is locked by whoever asks. */
export async function findOpen(tx: Tx, eventId: string): Promise<Move | undefined> {
  const [move] = await tx
    .select()
    .from(m)
    .where(and(eq(m.eventId, eventId), isOpen))
  return move
}

export async function insert(tx: Tx, move: typeof m.$inferInsert) {
  await tx.insert(m).values(move)
}

export async function postpone(tx: Tx, { id }: Move, times: { changedAt: Date; dueAt: Date }) {
  await tx.update(m).set(times).where(eq(m.id, id))
}

export async function remove(tx: Tx, { id }: Move) {
  await tx.delete(m).where(eq(m.id, id))
}

/** From here on it is fixed: a later change is another move. */
export async function start(tx: Tx, { id }: Move, after: WhenAndWhere, now: Date) {
  await tx.update(m).set({ after, startedAt: now }).where(eq(m.id, id))
}

export async function finish(tx: Tx, { id }: Move, now: Date) {
  await tx.update(m).set({ finishedAt: now }).where(eq(m.id, id))
}

export async function listUnfinished(db: Db, eventId: string): Promise<Move[]> {
  return db
    .select()
    .from(m)
    .where(and(eq(m.eventId, eventId), isNotNull(m.startedAt), isNull(m.finishedAt)))
    .orderBy(m.startedAt, m.id)
}

/** Events whose job was lost, or cut off in the middle. */
export async function listEventsWithDue(db: Db, now: Date): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: m.eventId })
    .from(m)
    .where(and(isNull(m.finishedAt), or(isNotNull(m.startedAt), lte(m.dueAt, now))))
  return found.map(({ id }) => id)
}

/** Who registered after the last change knows it already. */
const isUntold = ({ id, eventId, changedAt }: Move): SQL | undefined =>
  and(eq(r.eventId, eventId), isPendingOrApproved, lt(r.registeredAt, changedAt), not(hasNotice('moved', id)))

export async function listUntold(db: Db, move: Move): Promise<string[]> {
  const found = await db.select({ id: r.id }).from(r).where(isUntold(move)).orderBy(r.id)
  return found.map(({ id }) => id)
}

/** Whom somebody else has locked is not waited for: the sweep finds them. */
export async function lockUntold(tx: Tx, move: Move, ids: string[]): Promise<Row[]> {
  return tx
    .select()
    .from(r)
    .where(and(inArray(r.id, ids), isUntold(move)))
    .orderBy(r.id)
    .for('no key update', { of: r, skipLocked: true })
}
