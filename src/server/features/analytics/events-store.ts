import { and, eq, sql } from 'drizzle-orm'
import type { Period } from '#contract/analytics/period.ts'
import { eventCounts, events } from '#server/features/events/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import type { Db } from '#server/platform/database/client.ts'

type EventFilter = { period: Period | undefined; timeZone: string }

const isChosen = ({ period, timeZone }: EventFilter) =>
  period &&
  sql`(${events.eventDate} at time zone ${timeZone})::date between ${period.from}::date and ${period.to}::date`

const kept = (name: 'pending' | 'approved' | 'rejected' | 'checkedIn') => sql<number>`coalesce(${eventCounts[name]}, 0)`

/** Sorts events by date; events without a date come last. */
export function listEvents(db: Db, filter: EventFilter) {
  const { id, title, eventDate, endsAt, cancelledAt } = events
  const counts = {
    pending: kept('pending'),
    approved: kept('approved'),
    rejected: kept('rejected'),
    checkedIn: kept('checkedIn'),
  }
  return db
    .select({ id, title, eventDate, endsAt, cancelledAt, ...counts })
    .from(events)
    .leftJoin(eventCounts, eq(eventCounts.eventId, id))
    .where(isChosen(filter))
    .orderBy(sql`${eventDate} nulls last`, id)
}

/** Counts check-ins by quarter of an hour. */
export function listArrivals(db: Db, filter: EventFilter) {
  const at = sql<number>`floor(extract(epoch from ${registrations.checkedInAt}) / 900)::float8 * 900000`.as('at')
  return db
    .select({ eventId: registrations.eventId, at, count: sql<number>`count(*)::int` })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(and(registrations.checkedIn, isChosen(filter)))
    .groupBy(registrations.eventId, sql`at`)
    .orderBy(sql`at`)
}
