import { and, eq, isNotNull, isNull, lt, lte, not, or } from 'drizzle-orm'
import { isPendingOrApproved } from '#server/features/registrations/service.ts'
import { registrations as r } from '#server/features/registrations/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { hasNotice, type Notice, type Recipients } from '../store.ts'
import { eventMoves as m, type WhenAndWhere } from '../tables.ts'

export type Move = typeof m.$inferSelect

const isOpen = isNull(m.startedAt)

/** The move that still collects changes. The caller holds the lock of the event. */
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

/** Fixes the content of a move; a later change is another move. */
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

/** Events whose job was lost or interrupted. */
export async function listEventsWithDue(db: Db, now: Date): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: m.eventId })
    .from(m)
    .where(and(isNull(m.finishedAt), or(isNotNull(m.startedAt), lte(m.dueAt, now))))
  return found.map(({ id }) => id)
}

export const noticeOf = ({ id }: Move): Notice => ({ kind: 'moved', subject: id })

/** Leaves out attendees who registered after the last change: they know the new date and place. */
export const notMailed = (move: Move): Recipients =>
  and(
    eq(r.eventId, move.eventId),
    isPendingOrApproved,
    lt(r.registeredAt, move.changedAt),
    not(hasNotice(noticeOf(move))),
  )
