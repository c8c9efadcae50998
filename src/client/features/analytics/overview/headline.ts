import { amount, countText, percentText, pointsText } from '#client/platform/formats/amounts.ts'
import { formatLongDay } from '#contract/analytics/day-texts.ts'
import type { AnalyticsOverview } from '#contract/analytics/endpoints.ts'
import { momentumOf } from '#contract/analytics/formulas.ts'

type Numbers = Pick<AnalyticsOverview, 'totals' | 'days'>

/** What the numbers of a period say, in one sentence. */
export function writeHeadline({ totals, days }: Numbers): string {
  const { companies, activeCompanies, points } = totals
  const when = days.length === 1 ? ` on ${formatLongDay(days[0]?.date ?? '')}` : ''
  if (companies === 0) return 'No company takes part yet.'
  if (activeCompanies === 0)
    return `No company has an approved proof${when || ' in this period'} yet${fromAdjustments(points)}.`
  const who = `${countParticipants(activeCompanies, companies)} took part${when}`
  if (days.length === 1) return `${who} and earned ${pointsText(points)}.`
  const course = describeCourse(days)
  if (course) return `${who}; ${course}.`
  const best = findBestDay(days)
  if (!best) return `${who}.`
  return `${who} and earned ${pointsText(points)}; the best day was ${formatLongDay(best.date)} with ${amount(best.points)}.`
}

const fromAdjustments = (points: number) =>
  points === 0 ? '' : `; ${pointsText(points)} ${Math.abs(points) === 1 ? 'comes' : 'come'} from adjustments`

function countParticipants(active: number, all: number): string {
  if (all === 1) return 'The only company'
  if (active === all) return `All ${countText(all, ['company', 'companies'])}`
  return `${amount(active)} of ${countText(all, ['company', 'companies'])}`
}

/** How points went from the first third of the days to the last; nothing where there is no momentum. */
function describeCourse(days: Numbers['days']): string | undefined {
  const momentum = momentumOf(days.map(({ points }) => points))
  if (momentum === null) return undefined
  const change = percentText(Math.abs(momentum))
  if (change === percentText(0)) return 'points stayed level from the first third to the last'
  if (momentum < 0) return `points fell ${change} from the first third to the last`
  // "grew 1,150%" is hard to picture.
  if (momentum >= 3) return `the last third brought ${amount(Math.round(momentum + 1))} times the points of the first`
  return `points grew ${change} from the first third to the last`
}

/** The day with the most points, where one stands out. */
function findBestDay(days: Numbers['days']) {
  const [best, next] = days.toSorted((one, other) => other.points - one.points)
  return best && best.points > (next?.points ?? 0) ? best : undefined
}
