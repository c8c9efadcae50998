import { formatLongDay } from '#contract/analytics/day-texts.ts'

type Day = { date: string; value: number }

/** Summary of a chart of days, for screen readers and as the line above it. */
export function summarizeDays(days: Day[], today: string, toText: (value: number) => string): string {
  // Leave out the unfinished day: it is neither quiet nor part of "on every day" yet.
  const over = days.filter(({ date }) => date !== today)
  const soFar = days.find(({ date }) => date === today)?.value ?? 0
  if (soFar <= 0) return summarizeWholeDays(over, toText)
  const sentence = `${toText(soFar)} so far on ${formatLongDay(today)}.`
  return over.every(({ value }) => value <= 0) ? sentence : `${summarizeWholeDays(over, toText)} ${sentence}`
}

function summarizeWholeDays(days: Day[], toText: (value: number) => string): string {
  const [most] = days.toSorted((one, other) => other.value - one.value)
  if (!most || most.value <= 0) return 'Nothing on any of these days.'
  if (days.length === 1) return `${toText(most.value)} on ${formatLongDay(most.date)}.`
  const quiet = days.filter(({ value }) => value === 0).length
  const shared = days.filter(({ value }) => value === most.value).length
  const where = shared === 1 ? `on ${formatLongDay(most.date)}` : `on ${shared} days`
  if (shared === days.length) return `${toText(most.value)} on every day.`
  if (quiet === 0) return `Most ${where}: ${toText(most.value)}.`
  return `Most ${where}: ${toText(most.value)}. Nothing on ${quiet} of ${days.length} days.`
}
