import { dateFormat } from '../text/moments.ts'
import { formatCount } from './number-texts.ts'
import { countDays, type Period } from './period.ts'

type Shape = Parameters<typeof dateFormat>[0]
const format = (shape: Shape, day: string) => dateFormat(shape, 'UTC').format(toDate(day))
const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** Monday 1 June */
export const formatLongDay = (day: string) => `${format('weekday', day)} ${format('dayAndMonth', day)}`
/** 1 Jun */
export const formatShortDay = (day: string) => format('shortDayAndMonth', day)
/** "1 Jun", "1–2 Jun", "31 May – 2 Jun" */
export function formatDays({ from, to }: Period): string {
  if (from === to) return formatShortDay(from)
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatShortDay(from)} – ${formatShortDay(to)}`
  return `${toDate(from).getUTCDate()}–${formatShortDay(to)}`
}
/** Monday 1 June; for the current day "Monday 1 June, so far". */
export const formatDayOrSoFar = (day: string, today: string | null) =>
  day === today ? `${formatLongDay(day)}, so far` : formatLongDay(day)
/** Mon */
export const formatWeekday = (day: string) => format('shortWeekday', day)
/** 1 June 2026 */
const formatFullDay = (day: string) => format('longDate', day)
/** Mon 1 Jun */
export const formatTableDay = (day: string) => `${formatWeekday(day)} ${formatShortDay(day)}`

/** "1 June 2026 to 7 June 2026 · 7 days" */
export function formatPeriod({ from, to }: Period): string {
  if (from === to) return formatFullDay(from)
  return `${formatFullDay(from)} to ${formatFullDay(to)} · ${formatCount(countDays({ from, to }), ['day', 'days'])}`
}
