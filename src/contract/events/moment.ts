import { dateFormat } from '../text/moments.ts'

type Dates = { eventDate: Date | string | null; endsAt: Date | string | null }

export const toBeAnnounced = 'To be announced'

/** `Saturday 20 June 2026, 06:00`: when an event begins, where everybody knows the zone. */
export const eventStart = (eventDate: Date | string | null, timeZone: string): string =>
  eventDate ? formatStart(new Date(eventDate), timeZone) : toBeAnnounced

let last: { key: string; words: string } = { key: '', words: '' }

/** `Saturday 20 June 2026, 06:00–08:00 (Curacao time, GMT−4)`: when an event is, for a reader anywhere. */
export function eventMoment({ eventDate, endsAt }: Dates, timeZone: string): string {
  if (!eventDate) return toBeAnnounced
  const start = new Date(eventDate)
  const end = endsAt ? new Date(endsAt) : undefined
  // A crowd registers for one event, and its emails say the same moment.
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
  // A minus sign: lines never break at it as they do at a hyphen, and it is read aloud.
  const gmt = (name ?? '').replace('-', '−')
  const place = timeZone.includes('/') ? `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time, ${gmt}` : timeZone
  return `${formatStart(start, timeZone)}${until} (${place})`
}

const formatStart = (at: Date, timeZone: string) => `${formatDay(at, timeZone)}, ${formatClock(at, timeZone)}`

/** In parts: commas differ between versions of ICU, and the preview must read as the email does. */
const formatDay = (at: Date, timeZone: string) =>
  `${dateFormat('weekday', timeZone).format(at)} ${dateFormat('longDate', timeZone).format(at)}`

const formatClock = (at: Date, timeZone: string) => dateFormat('clock', timeZone).format(at)
