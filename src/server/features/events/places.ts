import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { countFree, type Event, lockMany } from './store.ts'

/** The registrations slice runs this job, because it knows the waiting list. */
export const offerPlacesKind = 'offer-places'

/** Enqueues the offer of places; call it after every change that may free or remove a place. */
export async function offerPlacesSoon(tx: Tx, { id, capacity }: Pick<Event, 'id' | 'capacity'>, now: Date) {
  if (capacity !== null) await enqueue(tx, { kind: offerPlacesKind, key: id }, now)
}

export type FreePlaces = { event: Event & { capacity: number }; free: number }

/**
 * Locks the events and counts the free places of those with a capacity: neither taken, pending nor kept for a
 * confirmation. Nobody else assigns one until the transaction ends. Count after locking: the previous holder of the
 * lock may have assigned some.
 */
export async function lockFreePlaces(
  tx: Tx,
  clock: Clock,
  ids: string[],
): Promise<{ places: Map<string, FreePlaces>; now: Date }> {
  const locked = new Map((await lockMany(tx, ids)).map((event) => [event.id, event]))
  const now = await readDatabaseTime(tx, clock)
  const places = new Map<string, FreePlaces>()
  for (const { eventId, free } of await countFree(tx, ids, now)) {
    const event = locked.get(eventId)
    if (event?.capacity) places.set(eventId, { event: { ...event, capacity: event.capacity }, free })
  }
  return { places, now }
}
