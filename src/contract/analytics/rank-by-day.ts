/** What a company earned on single days, in any order: the days as counted from the first of the period, those before it below zero. */
export type PointSteps = { days: number[]; points: number[] }

export type RankOfDay = { rank: number | null; points: number }

/**
 * The official rank at the end of each of so many days: more points are ahead; of as many those that were reached on an earlier day;
 * reached on the same day, the rank is shared. Without points there is no rank.
 */
export function rankByDay(own: PointSteps, others: Iterable<PointSteps>, dayCount: number): RankOfDay[] {
  const totals = new Array<number>(dayCount).fill(0)
  const reachedOn = new Array<number>(dayCount).fill(Number.NEGATIVE_INFINITY)
  forEachDay(own, dayCount, (day, total, reached) => {
    totals[day] = total
    reachedOn[day] = reached
  })
  const ahead = new Array<number>(dayCount).fill(0)
  for (const other of others) {
    forEachDay(other, dayCount, (day, total, reached) => {
      const difference = total - (totals[day] ?? 0)
      if (difference > 0 || (difference === 0 && reached < (reachedOn[day] ?? 0))) ahead[day] = (ahead[day] ?? 0) + 1
    })
  }
  return totals.map((points, day) => ({ rank: points > 0 ? (ahead[day] ?? 0) + 1 : null, points }))
}

/** The total at the end of each day, and the day on which it was reached. */
function forEachDay(
  { days, points }: PointSteps,
  dayCount: number,
  visit: (day: number, total: number, reachedOn: number) => void,
) {
  // One place per day instead of sorting: ten thousand companies are compared for one reply.
  const earned = new Array<number>(dayCount).fill(0)
  let total = 0
  let reachedOn = Number.NEGATIVE_INFINITY
  for (let index = 0; index < days.length; index++) {
    const day = days[index] ?? 0
    const change = points[index] ?? 0
    if (day >= 0) earned[day] = change
    else {
      total += change
      reachedOn = Math.max(reachedOn, day)
    }
  }
  for (let day = 0; day < dayCount; day++) {
    const change = earned[day] ?? 0
    total += change
    if (change !== 0) reachedOn = day
    visit(day, total, reachedOn)
  }
}
