type Dates = { eventDate: Date | string | null; endsAt: Date | string | null }

export const toBeAnnounced = 'To be announced'

/** In parts: where the commas go differs between versions of ICU, and the preview must read as the email does. */
function createFormats(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return {
    weekday: format({ weekday: 'long' }),
    day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    clock: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    offset: format({ timeZoneName: 'shortOffset' }),
  }
}

type Formats = ReturnType<typeof createFormats>
const known = new Map<string, Formats>()

/** Kept: making them takes longer than all the rest of an email. */
function formatsFor(timeZone: string): Formats {
  const formats = known.get(timeZone) ?? createFormats(timeZone)
  known.set(timeZone, formats)
  return formats
}

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
  const { weekday, day, clock, offset } = formatsFor(timeZone)
  const dayOf = (at: Date) => `${weekday.format(at)} ${day.format(at)}`
  const isSameDay = end && dayOf(start) === dayOf(end)
  const until = end ? (isSameDay ? `–${clock.format(end)}` : ` to ${dayOf(end)}, ${clock.format(end)}`) : ''
  const name = offset.formatToParts(start).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // A minus sign: lines never break at it as they do at a hyphen, and it is read aloud.
  const gmt = name.replace('-', '−')
  const place = timeZone.includes('/') ? `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time, ${gmt}` : timeZone
  return `${dayOf(start)}, ${clock.format(start)}${until} (${place})`
}
