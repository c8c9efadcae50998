import type { Tx } from '#server/platform/database/client.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { Event } from './store.ts'

/** Done by the registrations slice, which knows who waits. */
export const offerPlacesKind = 'offer-places'

/** After anything by which a place may have become free, or somebody's place may have gone. */
export async function offerPlacesSoon(tx: Tx, { id, capacity }: Pick<Event, 'id' | 'capacity'>, now: Date) {
  if (capacity !== null) await enqueue(tx, { kind: offerPlacesKind, key: id }, now)
}
