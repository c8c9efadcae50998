import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { countFree, type Event, lockMany } from './store.ts'

/** Done by the registrations slice, which knows who waits. */
export const offerPlacesKind = 'offer-places'

/** After anything by which a place may have become free, or somebody's place may have gone. */
export async function offerPlacesSoon(tx: Tx, { id, capacity }: Pick<Event, 'id' | 'capacity'>, now: Date) {
  if (capacity !== null) await enqueue(tx, { kind: offerPlacesKind, key: id }, now)
}

export type FreePlaces = { event: Event & { capacity: number }; free: number }

/**
 * How many places nobody has, waits for or may still confirm, of those events that have a capacity. Until the end of the transaction
 * nobody else gives any of them away; counted after the lock, since whoever had it before may have given some.
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
