import { amount, percentText } from '#client/platform/formats/amounts.ts'
import type { Unit } from '#contract/analytics/definitions.ts'

const minute = 60_000
const hour = 60 * minute
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
      return formatDuration(value)
    default:
      return amount(oneDecimal(value))
  }
}

/** "45 min", "2.5 h", "3 days". */
function formatDuration(value: number): string {
  const minutes = Math.round(value / minute)
  if (minutes < 60) return `${minutes} min`
  if (value < 48 * hour) return `${amount(oneDecimal(value / hour))} h`
  return `${amount(oneDecimal(value / (24 * hour)))} days`
}

/** "+38%", "−12%", "0%". */
function formatChange(value: number): string {
  const text = percentText(Math.abs(value))
  if (text === percentText(0)) return text
  return `${value < 0 ? '−' : '+'}${text}`
}
