import { eq, inArray } from 'drizzle-orm'
import { events } from '#server/features/events/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { attendeeMails, registrations as r } from './tables.ts'

/** Deletes the registrations of an address, with their notices and scans. Returns the deleted ones. */
export async function deleteRegistrationsOf(tx: Tx, email: string) {
  await tx.delete(attendeeMails).where(eq(attendeeMails.email, email))
  // Lock in one order, so that concurrent deletions and decisions cannot deadlock.
  const locked = await tx.select({ id: r.id }).from(r).where(eq(r.email, email)).orderBy(r.eventId, r.id).for('update')
  const ids = locked.map(({ id }) => id)
  if (ids.length === 0) return []
  return tx.delete(r).where(inArray(r.id, ids)).returning({ id: r.id, eventId: r.eventId })
}

export async function listPlaces(tx: Tx, eventIds: string[]) {
  if (eventIds.length === 0) return []
  return tx.select({ id: events.id, capacity: events.capacity }).from(events).where(inArray(events.id, eventIds))
}
