import { clockOf, dateKey, momentOf, weekdayOf } from '#client/platform/formats/dates.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'

type Dates = Pick<PublicEvent, 'eventDate' | 'endsAt'>

/** 09:00–12:00, or the start alone. An end on another day has its date. */
export function hoursOf({ eventDate, endsAt }: Dates): string {
  if (!eventDate) return ''
  if (!endsAt) return clockOf(eventDate)
  if (dateKey(eventDate) !== dateKey(endsAt)) return `${clockOf(eventDate)} – ${momentOf(endsAt)}`
  return `${clockOf(eventDate)}–${clockOf(endsAt)}`
}

/** Saturday, 21 November 2026, 09:00–12:00 */
export const whenOf = (dates: Dates, unknown: string) =>
  dates.eventDate ? `${weekdayOf(dates.eventDate)}, ${hoursOf(dates)}` : unknown
