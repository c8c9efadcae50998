import type { EventAnalytics } from '#contract/analytics/endpoints.ts'
import { eventFunnel } from '#contract/analytics/formulas.ts'
import type { Period } from '#contract/analytics/period.ts'
import { isOver } from '#contract/events/rules.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './events-store.ts'

/** Lists registrations and attendance per event. */
export async function listEventAnalytics(
  db: Db,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  period: Period | undefined,
): Promise<EventAnalytics[]> {
  const filter = { period, timeZone: config.timeZone }
  const events = await store.listEvents(db, filter)
  const arrivals = new Map<string, EventAnalytics['arrivals']>(events.map(({ id }) => [id, []]))
  for (const { eventId, at, count } of await store.listArrivals(db, filter))
    arrivals.get(eventId)?.push({ at: new Date(at).toISOString(), count })
  return events.map((event) => {
    const { id, title, eventDate } = event
    const funnel = eventFunnel(event, event.cancelledAt === null && isOver(event, clock.now()))
    return {
      id,
      title,
      eventDate: eventDate?.toISOString() ?? null,
      ...funnel,
      arrivals: (funnel.checkedIn === null ? undefined : arrivals.get(id)) ?? [],
    }
  })
}
