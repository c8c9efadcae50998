import { amount, percentText } from '#client/platform/formats/amounts.ts'
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
