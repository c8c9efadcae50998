import { dateFormat } from '../text/moments.ts'

type Dates = { eventDate: Date | string | null; endsAt: Date | string | null }

export const toBeAnnounced = 'To be announced'

/** `Saturday 20 June 2026, 06:00`: an event's start, for readers in its time zone. */
export const eventStart = (eventDate: Date | string | null, timeZone: string): string =>
  eventDate ? formatStart(new Date(eventDate), timeZone) : toBeAnnounced

let last: { key: string; words: string } = { key: '', words: '' }

/** `Saturday 20 June 2026, 06:00–08:00 (Curacao time, GMT−4)`: an event's times, for readers in any time zone. */
export function eventMoment({ eventDate, endsAt }: Dates, timeZone: string): string {
  if (!eventDate) return toBeAnnounced
  const start = new Date(eventDate)
  const end = endsAt ? new Date(endsAt) : undefined
  // Cached: many emails of one event format the same moment.
  const key = `${start.getTime()} ${end?.getTime()} ${timeZone}`
  if (key !== last.key) last = { key, words: formatMoment(start, end, timeZone) }
  return last.words
}

function formatMoment(start: Date, end: Date | undefined, timeZone: string): string {
  const isSameDay = end && formatDay(start, timeZone) === formatDay(end, timeZone)
  const until = end ? (isSameDay ? `–${formatClock(end, timeZone)}` : ` to ${formatStart(end, timeZone)}`) : ''
  const name = dateFormat('offset', timeZone)
    .formatToParts(start)
    .find(({ type }) => type === 'timeZoneName')?.value
  // A minus sign: lines do not break at it as at a hyphen, and screen readers read it.
  const gmt = (name ?? '').replace('-', '−')
  const place = timeZone.includes('/') ? `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time, ${gmt}` : timeZone
  return `${formatStart(start, timeZone)}${until} (${place})`
}

const formatStart = (at: Date, timeZone: string) => `${formatDay(at, timeZone)}, ${formatClock(at, timeZone)}`

/** In parts: commas differ between versions of ICU, and the preview must match the email. */
const formatDay = (at: Date, timeZone: string) =>
  `${dateFormat('weekday', timeZone).format(at)} ${dateFormat('longDate', timeZone).format(at)}`

const formatClock = (at: Date, timeZone: string) => dateFormat('clock', timeZone).format(at)
