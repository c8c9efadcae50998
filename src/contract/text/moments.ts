const shapes = {
  /** 14 */
  hour: { hour: '2-digit', hourCycle: 'h23' },
  /** 14:05 */
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Monday */
  weekday: { weekday: 'long' },
  /** Mon */
  shortWeekday: { weekday: 'short' },
  /** 1 June */
  dayAndMonth: { day: 'numeric', month: 'long' },
  /** 1 Jun */
  shortDayAndMonth: { day: 'numeric', month: 'short' },
  /** 1 June 2026 */
  longDate: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 1 Jun 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Monday 1 June 2026 */
  weekdayAndDate: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  fullDate: { dateStyle: 'full' },
  /** 1 Jun 2026, 14:05 */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  exactMoment: { dateStyle: 'full', timeStyle: 'long' },
  offset: { timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format loads language data and takes longer than the rest of an email. */
export function dateFormat(shape: keyof typeof shapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...shapes[shape] })
  formats.set(key, format)
  return format
}

type Decision = { decided: string; by: string; at: Date | null | undefined }

/** "This proof was approved by Ada Lovelace on 1 Jun 2026, 14:05." */
export const decidedBySentence = (thing: string, { decided, by, at }: Decision, timeZone: string) =>
  `This ${thing} was ${decided} by ${by} on ${dateFormat('moment', timeZone).format(at ?? undefined)}.`
