import { formatLongDay } from '../analytics/day-texts.ts'
import { formatAmount, formatCount, formatPercent } from '../analytics/number-texts.ts'
import type { ReportDay } from './numbers.ts'

const pointsText = (points: number) => formatCount(points, ['point', 'points'])

type CompanyFacts = {
  name: string
  points: number
  approved: number
  activeDays: number
  days: ReportDay[]
  /** The day in progress; null without one. */
  unfinishedDay: string | null
  /** Null for too few other companies. */
  field: { companies: number; points: number } | null
}

/** The limit for a name in the sentence; the title has the full name. */
const longestName = 60

/** Summarises a company's numbers in one sentence. */
export function writeCompanyFinding({
  name: fullName,
  points,
  approved,
  activeDays,
  days,
  unfinishedDay,
  field,
}: CompanyFacts): string {
  const name = fullName.length > longestName ? 'The company' : fullName
  const [first] = days
  const isOneDay = days.length === 1 && first
  if (approved === 0) {
    const when = isOneDay ? `on ${formatLongDay(first.date)}` : 'in this period'
    return `${name} has no approved proof ${when} yet.`
  }
  const when = isOneDay
    ? `on ${formatLongDay(first.date)}`
    : `on ${formatAmount(activeDays)} of ${formatCount(days.length, ['day', 'days'])}`
  const earned = `${name} earned ${pointsText(points)} ${when}${unfinishedDay ? ' so far' : ''}`
  return field ? `${earned}, ${compareWithMedian(points, field)}.` : `${earned}.`
}

function compareWithMedian(points: number, field: { companies: number; points: number }): string {
  const others = `the median of ${formatCount(field.companies, ['other company', 'other companies'])}`
  if (points === field.points) return `as many as ${others}`
  // The value itself is clearer than "infinitely more" or "1,150% more".
  const change = field.points > 0 ? Math.abs(points - field.points) / field.points : Number.POSITIVE_INFINITY
  if (change > 2 || formatPercent(change) === formatPercent(0))
    return `where ${others} is ${formatAmount(field.points)}`
  return `${formatPercent(change)} ${points > field.points ? 'more' : 'fewer'} than ${others}`
}
