import { and, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { isUnconfirmed } from '../conditions-store.ts'
import type { Row } from '../store.ts'
import { registrations as r } from '../tables.ts'

/** Counts unconfirmed registrations per network address. */
export async function countUnconfirmed(
  tx: Tx,
  eventIds: string[],
  sourceHashes: string[],
): Promise<Map<string, number>> {
  const found = await tx
    .select({ sourceHash: r.sourceHash, count: sql<number>`count(*)::int` })
    .from(r)
    .where(and(inArray(r.eventId, eventIds), isUnconfirmed, inArray(r.sourceHash, [...new Set(sourceHashes)])))
    .groupBy(r.sourceHash)
  return new Map(found.map(({ sourceHash, count }) => [sourceHash ?? '', count]))
}

/** Deletes a batch of registrations unconfirmed in time; skips rows locked by a confirmation or decision. */
export async function deleteUnconfirmed(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<Pick<Row, 'email' | 'eventId'>[]> {
  const due = await tx
    .select({ id: r.id })
    .from(r)
    .where(and(isUnconfirmed, lte(r.registeredAt, before)))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return tx.delete(r).where(inArray(r.id, ids)).returning({ email: r.email, eventId: r.eventId })
}
