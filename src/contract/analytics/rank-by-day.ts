import { compareTotals } from '../leaderboard/rules.ts'

/**
 * A company's points on single days, in order; `days` are numbers from `dayNumber`. The points of a day may be zero.
 */
export type PointSteps = { days: number[]; points: number[] }

export type RankOfDay = { rank: number | null; points: number }

/** The official rank at the end of each day. Companies that reached the same points on the same day share a rank. */
export function rankByDay(
  company: PointSteps,
  others: Iterable<PointSteps>,
  { firstDay, dayCount }: { firstDay: number; dayCount: number },
): RankOfDay[] {
  const totals = new Array<number>(dayCount).fill(0)
  const reachedOn = new Array<number>(dayCount).fill(Number.NEGATIVE_INFINITY)
  forEachDay(company, firstDay, dayCount, (index, total, reached) => {
    totals[index] = total
    reachedOn[index] = reached
  })
  const ahead = new Array<number>(dayCount).fill(0)
  const countIfAhead = (index: number, total: number, reached: number) => {
    if (compareTotals(total, reached, totals[index] ?? 0, reachedOn[index] ?? 0) < 0)
      ahead[index] = (ahead[index] ?? 0) + 1
  }
  for (const other of others) forEachDay(other, firstDay, dayCount, countIfAhead)
  return totals.map((points, index) => ({ rank: points > 0 ? (ahead[index] ?? 0) + 1 : null, points }))
}

/** The total at the end of each day, and the day on which it was reached. */
function forEachDay(
  { days, points }: PointSteps,
  firstDay: number,
  dayCount: number,
  visit: (index: number, total: number, reachedOn: number) => void,
) {
  let step = 0
  let total = 0
  let reachedOn = Number.NEGATIVE_INFINITY
  for (let index = 0; index < dayCount; index++) {
    // Points from before the first day count on the first day.
    for (let day = days[step]; day !== undefined && day <= firstDay + index; day = days[++step]) {
      const earned = points[step] ?? 0
      if (earned === 0) continue
      total += earned
      reachedOn = day
    }
    visit(index, total, reachedOn)
  }
}
