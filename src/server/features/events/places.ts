import type { Tx } from '#server/platform/database/client.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { countFree, type Event, lockMany } from './store.ts'

/** Done by the registrations slice, which knows who waits. */
export const offerPlacesKind = 'offer-places'

/** After anything by which a place may have become free, or somebody's place may have gone. */
export async function offerPlacesSoon(tx: Tx, { id, capacity }: Pick<Event, 'id' | 'capacity'>, now: Date) {
  if (capacity !== null) await enqueue(tx, { kind: offerPlacesKind, key: id }, now)
}

/**
 * How many places nobody has or waits for, of those events that have a capacity. Until the end of the transaction nobody else
 * gives any of them away; counted after the lock, since whoever had it before may have given some.
 */
export async function lockFreePlaces(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  await lockMany(tx, ids)
  return new Map((await countFree(tx, ids)).map(({ eventId, free }) => [eventId, free]))
}
