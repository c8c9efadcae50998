import { calendarProduct } from '#contract/branding/branding.ts'

type Entry = {
  id: string
  title: string
  description: string | null
  place: string | null
  start: Date
  /** Missing: calendars show the start alone. */
  end: Date | null
  url: string
  stamp: Date
  /** Calendars keep the file with the highest sequence. */
  sequence: number
  cancelled: boolean
}

/** Writes an event as iCalendar (RFC 5545), in UTC, so that no time zone has to be described. */
export function calendarFile(entry: Entry): string {
  const { id, title, description, place, start, end, url, stamp, sequence, cancelled } = entry
  const host = new URL(url).hostname
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarProduct}//Events//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${utc(stamp)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART:${utc(start)}`,
    ...(end ? [`DTEND:${utc(end)}`] : []),
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Line breaks become `\n`; other control characters become spaces, because some would end a line. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

/** At most 75 octets a line, never cutting a character. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    // A continued line begins with a space, which counts.
    if (octets + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      octets = 0
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
