const oneDay = 86_400_000

/** Whole days, `2026-06-01`, both included. */
export type Period = { from: string; to: string }

/** A leap year; a chart cannot fit a longer list of days. */
export const longestPeriod = 366

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, count: number): string =>
  new Date(toTime(day) + count * oneDay).toISOString().slice(0, 10)

export const countDays = ({ from, to }: Period): number => Math.round((toTime(to) - toTime(from)) / oneDay) + 1

/** Days since 1 January 1970. */
export const dayNumber = (day: string): number => Math.round(toTime(day) / oneDay)

/** Every day of a period, inactive days included. */
export const listDays = (period: Period): string[] =>
  Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index))

/** The days of a period before today; undefined if there are none. */
export function daysOver({ from, to }: Period, today: string): Period | undefined {
  const last = to < today ? to : addDays(today, -1)
  return last < from ? undefined : { from, to: last }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes several times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale writes dates as ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** The day of a moment in a time zone. */
export const dayOf = (moment: Date, timeZone: string): string => formatOf(timeZone).format(moment)
