import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { events } from '#server/features/events/tables.ts'
import { isPendingOrApproved } from '#server/features/registrations/service.ts'
import { registrations as r } from '#server/features/registrations/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Recipients } from '../store.ts'

const isNotMailed = and(isPendingOrApproved, isNull(r.cancellationMailedAt))

export const notMailed = (eventId: string): Recipients => and(eq(r.eventId, eventId), isNotMailed)

/** Cancelled events with attendees who were not emailed yet. */
export async function listEventsNotMailed(db: Db): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: events.id })
    .from(events)
    .innerJoin(r, eq(r.eventId, events.id))
    .where(and(isNotNull(events.cancelledAt), isNotMailed))
  return found.map(({ id }) => id)
}
