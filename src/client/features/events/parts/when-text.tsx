import { useZoneNote, weekdayOf } from '#client/platform/formats/dates.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { hoursOf } from './when.ts'

/** The date in words, with the zone for whoever looks from elsewhere; its hours stay on one line. */
export function WhenText({ event, unknown }: { event: Pick<PublicEvent, 'eventDate' | 'endsAt'>; unknown: string }) {
  const zone = useZoneNote()
  if (!event.eventDate) return unknown
  return (
    // Browsers and the server may punctuate a date differently: what the server wrote stays.
    <time dateTime={event.eventDate} suppressHydrationWarning>
      {`${weekdayOf(event.eventDate)}, `}
      <span className="inline-block" suppressHydrationWarning>
        {hoursOf(event)}
      </span>
      {zone && <span className="font-normal"> ({zone})</span>}
    </time>
  )
}
