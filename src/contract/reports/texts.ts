import { formatFullDay, formatShortDay, formatWeekday } from '../analytics/day-texts.ts'
import type { Unit } from '../analytics/definitions.ts'
import { countDays, type Period } from '../analytics/period.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** "1,200", "−15", "4.5". */
export const formatAmount = (value: number) => `${value < 0 ? '−' : ''}${number.format(Math.abs(value))}`
export const formatPercent = (share: number) => percent.format(share)

export const formatCount = (count: number, [one, many]: [one: string, many: string]) =>
  `${formatAmount(count)} ${Math.abs(count) === 1 ? one : many}`

/** A number as a report prints it; a dash where there is none. */
export function formatNumber(unit: Unit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'share') return formatPercent(value)
  if (unit === 'change') return `${value < 0 ? '−' : '+'}${formatPercent(Math.abs(value))}`
  return formatAmount(value)
}

/** Mon 1 Jun */
export const formatTableDay = (day: string) => `${formatWeekday(day)} ${formatShortDay(day)}`

/** "1 June 2026 to 7 June 2026 · 7 days" */
export function formatPeriod({ from, to }: Period): string {
  if (from === to) return formatFullDay(from)
  return `${formatFullDay(from)} to ${formatFullDay(to)} · ${formatCount(countDays({ from, to }), ['day', 'days'])}`
}
