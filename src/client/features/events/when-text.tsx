import { weekdayOf, zoneNote } from '#client/platform/dates.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { hoursOf } from './when.ts'

/** The date in words, with the zone for whoever looks from elsewhere; its hours stay on one line. */
export function WhenText({ event, unknown }: { event: Pick<PublicEvent, 'eventDate' | 'endsAt'>; unknown: string }) {
  const zone = zoneNote()
  if (!event.eventDate) return unknown
  return (
    <time dateTime={event.eventDate}>
      {weekdayOf(event.eventDate)}, <span className="inline-block">{hoursOf(event)}</span>
      {zone && <span className="font-normal"> ({zone})</span>}
    </time>
  )
}
