import type { Event } from './store.ts'

/** The day and the time in words, on the clocks of the place. */
export function momentOf({ eventDate }: Pick<Event, 'eventDate'>, timeZone: string): string {
  if (!eventDate) return 'To be announced'
  if (eventDate !== last.eventDate || timeZone !== last.timeZone) {
    const [weekday, day, clock] = formatsFor(timeZone).map((format) => format.format(eventDate))
    last = { eventDate, timeZone, words: `${weekday} ${day}, ${clock}` }
  }
  return last.words
}

/** A crowd registers for one event, and its mails say the same moment. */
let last: { eventDate?: Date; timeZone: string; words: string } = { timeZone: '', words: '' }

const known = new Map<string, Intl.DateTimeFormat[]>()

/** Kept: making them takes longer than all the rest of a mail. In parts: where the commas go differs between versions of Node. */
function formatsFor(timeZone: string): Intl.DateTimeFormat[] {
  const formats =
    known.get(timeZone) ??
    [
      { weekday: 'long' } as const,
      { day: 'numeric', month: 'long', year: 'numeric' } as const,
      { hour: '2-digit', minute: '2-digit' } as const,
    ].map((options) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options }))
  known.set(timeZone, formats)
  return formats
}
