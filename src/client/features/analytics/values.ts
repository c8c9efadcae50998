import { amount, percentText } from '#client/platform/amounts.ts'
import type { Unit } from '#contract/analytics/definitions.ts'

const hour = 3_600_000
const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** A number as it is written on a screen, without its unit; a dash where there is none. */
export function formatValue(unit: Unit, value: number | null): string {
  if (value === null) return '–'
  switch (unit) {
    case 'share':
      return percentText(value)
    case 'change':
      return formatChange(value)
    case 'duration':
      return `${amount(oneDecimal(value / hour))} h`
    default:
      return amount(oneDecimal(value))
  }
}

/** "+38%", "−12%", "0%". */
function formatChange(value: number): string {
  const text = percentText(Math.abs(value))
  if (text === percentText(0)) return text
  return `${value < 0 ? '−' : '+'}${text}`
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' })
const shortDay = format({ day: 'numeric', month: 'short' })
const weekday = format({ weekday: 'short' })
const fullDay = format({ day: 'numeric', month: 'long', year: 'numeric' })

const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** Monday 1 June */
export const longDayOf = (day: string) => longDay.format(toDate(day)).replace(',', '')
/** 1 Jun */
export const shortDayOf = (day: string) => shortDay.format(toDate(day))
/** Mon */
export const weekdayOf = (day: string) => weekday.format(toDate(day))
/** 1 June 2026 */
export const fullDayOf = (day: string) => fullDay.format(toDate(day))
