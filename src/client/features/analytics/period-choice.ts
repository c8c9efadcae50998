import { periodMessages } from '#contract/analytics/endpoints.ts'
import { addDays, countDays, longestPeriod, type Period } from '#contract/analytics/period.ts'
import type { PeriodQuery } from './queries.ts'

const presets = ['today', 'week', 'challenge'] as const
export type Preset = (typeof presets)[number]
export type PeriodChoice = { preset: Preset } | { preset?: undefined; range: Period }

/** Parses the address; anything invalid means the whole challenge. */
export function readPeriodChoice(search: string): PeriodChoice {
  const params = new URLSearchParams(search)
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  if (isDay(range.from) && isDay(range.to) && !findPeriodFault(range)) return { range }
  const preset = presets.find((name) => name === params.get('period'))
  return { preset: preset ?? 'challenge' }
}

/** Writes the address; the default has no parameters. */
export function toSearch({ preset, ...choice }: PeriodChoice): string {
  if ('range' in choice) return `?${new URLSearchParams(choice.range)}`
  return preset === 'challenge' ? '' : `?period=${preset}`
}

/** Weeks begin on Monday. Future days are left out, because they would seem to be inactive days. */
export function toPeriodQuery(choice: PeriodChoice, today: string): PeriodQuery {
  if (choice.preset === undefined) return choice.range
  if (choice.preset === 'today') return { from: today, to: today }
  if (choice.preset === 'week') return { from: addDays(today, -daysSinceMonday(today)), to: today }
  return {}
}

const daysSinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Sentence that says why a period is invalid, or undefined. */
export function findPeriodFault({ from, to }: Period): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day.'
  if (from > to) return `${periodMessages.reversed}.`
  if (countDays({ from, to }) > longestPeriod) return `${periodMessages.tooLong}.`
  return undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
