import type { Unit } from './definitions.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** "1,200", "−15", "4.5". */
export const formatAmount = (value: number) => `${value < 0 ? '−' : ''}${number.format(Math.abs(value))}`
export const formatPercent = (share: number) => percent.format(share)

export const formatCount = (count: number, [one, many]: [one: string, many: string]) =>
  `${formatAmount(count)} ${Math.abs(count) === 1 ? one : many}`

/** A number as screens and reports write it, without its unit; a dash for null. */
export function formatNumber(unit: Unit, value: number | null): string {
  if (value === null) return '–'
  switch (unit) {
    case 'share':
      return formatPercent(value)
    case 'change':
      return formatChange(value)
    case 'duration':
      return formatDuration(value)
    default:
      return formatAmount(value)
  }
}

/** "45 min", "2.5 h", "3 days". */
function formatDuration(value: number): string {
  const minutes = Math.round(value / minuteMs)
  if (minutes < 60) return `${minutes} min`
  if (value < 48 * hourMs) return `${formatAmount(value / hourMs)} h`
  return `${formatAmount(value / (24 * hourMs))} days`
}

/** "+38%", "−12%", "0%". */
function formatChange(value: number): string {
  const text = formatPercent(Math.abs(value))
  if (text === formatPercent(0)) return text
  return `${value < 0 ? '−' : '+'}${text}`
}
