import { useZoneNote, weekdayOf } from '#client/platform/formats/dates.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { hoursOf } from './when.ts'

/** Date and time in words, with the zone for readers in another one; the hours stay on one line. */
export function WhenText({ event, unknown }: { event: Pick<PublicEvent, 'eventDate' | 'endsAt'>; unknown: string }) {
  const zone = useZoneNote()
  if (!event.eventDate) return unknown
  return (
    // Browser and server may punctuate dates differently, so keep the server's text.
    <time dateTime={event.eventDate} suppressHydrationWarning>
      {`${weekdayOf(event.eventDate)}, `}
      <span className="inline-block" suppressHydrationWarning>
        {hoursOf(event)}
      </span>
      {zone && <span className="font-normal"> ({zone})</span>}
    </time>
  )
}
