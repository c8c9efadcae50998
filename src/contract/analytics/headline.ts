import { formatLongDay } from './day-texts.ts'
import { momentumOf } from './formulas.ts'
import { formatAmount, formatCount, formatPercent } from './number-texts.ts'

type Day = { date: string; points: number }
type ChallengeNumbers = { companies: number; activeCompanies: number; points: number; days: Day[] }

const formatPoints = (points: number) => formatCount(points, ['point', 'points'])

/** What the numbers of a challenge's period say, in one sentence: on the screen and in the report. */
export function writeChallengeHeadline({ companies, activeCompanies, points, days }: ChallengeNumbers): string {
  const [first] = days
  const when = days.length === 1 && first ? ` on ${formatLongDay(first.date)}` : ''
  if (companies === 0) return 'No company takes part yet.'
  if (activeCompanies === 0)
    return `No company has an approved proof${when || ' in this period'} yet${describeAdjustments(points)}.`
  // What was deducted can be more than what was earned.
  const earned = points > 0 ? ` and earned ${formatPoints(points)}` : ''
  const course = describeCourse(days) ?? describeBestDay(days)
  return `${countParticipants(activeCompanies, companies)} took part${when}${earned}${course ? `; ${course}` : ''}.`
}

const describeAdjustments = (points: number) =>
  points === 0 ? '' : `; ${formatPoints(points)} ${Math.abs(points) === 1 ? 'comes' : 'come'} from adjustments`

function countParticipants(active: number, all: number): string {
  if (all === 1) return 'The only company'
  if (active === all) return `All ${formatCount(all, ['company', 'companies'])}`
  return `${formatAmount(active)} of ${formatCount(all, ['company', 'companies'])}`
}

/** How points went from the first third of the days to the last; nothing where there is no momentum. */
function describeCourse(days: Day[]): string | undefined {
  const momentum = momentumOf(days.map(({ points }) => points))
  if (momentum === null) return undefined
  const change = formatPercent(Math.abs(momentum))
  if (change === formatPercent(0)) return 'points stayed level from the first third to the last'
  if (momentum < 0) return `points fell ${change} from the first third to the last`
  // "grew 1,150%" is hard to picture.
  if (momentum >= 3)
    return `the last third brought ${formatAmount(Math.round(momentum + 1))} times the points of the first`
  return `points grew ${change} from the first third to the last`
}

/** The day with the most points, where one stands out. */
function describeBestDay(days: Day[]): string | undefined {
  if (days.length < 2) return undefined
  const [best, next] = days.toSorted((one, other) => other.points - one.points)
  if (!best || best.points <= (next?.points ?? 0)) return undefined
  return `the best day was ${formatLongDay(best.date)} with ${formatAmount(best.points)}`
}
