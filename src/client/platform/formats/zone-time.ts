/** Formats a moment for a date-and-time input, in the given zone: 2026-11-21T09:00. */
export function toLocal(instant: string, timeZone: string): string {
  return wall(new Date(instant).getTime(), timeZone).slice(0, 16)
}

/** Converts local time in a zone to a moment; a time in a skipped hour moves past it. */
export function toInstant(local: string, timeZone: string): string {
  const localTime = Date.parse(`${local.slice(0, 16)}:00Z`)
  // Twice: the offset at the first guess may be from the other side of a clock change.
  const guess = localTime - offset(localTime, timeZone)
  return new Date(localTime - offset(guess, timeZone)).toISOString()
}

const offset = (at: number, timeZone: string) => Date.parse(`${wall(at, timeZone)}Z`) - Math.floor(at / 1_000) * 1_000

function wall(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00'
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`
}
