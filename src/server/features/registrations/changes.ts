import type { Tx } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'

/** Announces that registrations of an event changed: its lists, its door and the events with their counts. */
export const publishChanges = (tx: Tx, eventId: string) =>
  publish(tx, 'administrators', 'events', `events/${eventId}/registrations`, `events/${eventId}/door`)
