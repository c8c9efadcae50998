import { formatDays, formatLongDay } from './day-texts.ts'
import { findThirds, momentum } from './formulas.ts'
import { formatAmount, formatCount, formatPercent } from './number-texts.ts'
import type { Period } from './period.ts'

type Day = { date: string; points: number }
type ChallengeNumbers = {
  companies: number
  activeCompanies: number
  points: number
  days: Day[]
  /** The current day; trends exclude it. */
  today: string
}

const formatPoints = (points: number) => formatCount(points, ['point', 'points'])

/** Summarises a challenge's period in one sentence, for the screen and the report. */
export function writeChallengeHeadline({ companies, activeCompanies, points, days, today }: ChallengeNumbers): string {
  const [first] = days
  const when = days.length === 1 && first ? ` on ${formatLongDay(first.date)}` : ''
  if (companies === 0) return 'No company takes part yet.'
  if (activeCompanies === 0)
    return `No company has an approved proof${when || ' in this period'} yet${describeAdjustments(points)}.`
  // Deductions can exceed earnings.
  const earned = points > 0 ? ` and earned ${formatPoints(points)}` : ''
  const course = describeCourse(days, today) ?? describeBestDay(days, today)
  const sentence = `${countParticipants(activeCompanies, companies)} took part${when}${earned}`
  if (days.length === 1) return `${sentence}${first?.date === today ? ' so far' : ''}.`
  return `${sentence}${course ? `; ${course}` : ''}.${describeToday(days, today)}`
}

const describeAdjustments = (points: number) =>
  points === 0 ? '' : `; ${formatPoints(points)} ${Math.abs(points) === 1 ? 'comes' : 'come'} from adjustments`

function countParticipants(active: number, all: number): string {
  if (all === 1) return 'The only company'
  if (active === all) return `All ${formatCount(all, ['company', 'companies'])}`
  return `${formatAmount(active)} of ${formatCount(all, ['company', 'companies'])}`
}

/** Describes the change from the first third of the days to the last; undefined without momentum. */
function describeCourse(days: Day[], today: string): string | undefined {
  const [first, last] = [days[0], days.at(-1)]
  const thirds = first && last && findThirds({ from: first.date, to: last.date }, today)
  const change = thirds ? momentum(sumIn(days, thirds.first), sumIn(days, thirds.last)) : null
  if (!thirds || change === null) return undefined
  const [before, after] = [formatDays(thirds.first), formatDays(thirds.last)]
  const percent = formatPercent(Math.abs(change))
  if (percent === formatPercent(0)) return `points stayed level from ${before} to ${after}`
  if (change < 0) return `points fell ${percent} from ${before} to ${after}`
  // "grew 1,150%" is hard to picture.
  if (change >= 3) return `${after} brought ${formatAmount(Math.round(change + 1))} times the points of ${before}`
  return `points grew ${percent} from ${before} to ${after}`
}

const sumIn = (days: Day[], { from, to }: Period) =>
  days.reduce((sum, { date, points }) => (date >= from && date <= to ? sum + points : sum), 0)

/** The finished day with the most points; undefined unless one of at least two stands out. */
function describeBestDay(days: Day[], today: string): string | undefined {
  if (days.filter(({ date }) => date < today).length < 2) return undefined
  const [best, next] = days.toSorted((one, other) => other.points - one.points)
  if (!best || best.date === today || best.points <= (next?.points ?? 0)) return undefined
  return `the best day was ${formatLongDay(best.date)} with ${formatAmount(best.points)}`
}

function describeToday(days: Day[], today: string): string {
  const points = days.find(({ date }) => date === today)?.points ?? 0
  return points > 0 ? ` ${formatLongDay(today)} has brought ${formatPoints(points)} so far.` : ''
}
