/**
 * Progress towards the daily goal in whole percent, rounded down: 100 means done. Points never reset, so each completed
 * goal starts the next one; a goal just completed shows 100, not 0.
 */
export function goalPercent(totalPoints: number, dailyGoal: number): number {
  return dailyGoal > 0 ? Math.floor((pointsTowardsGoal(totalPoints, dailyGoal) / dailyGoal) * 100) : 0
}

/** The points within the current goal. */
export function pointsTowardsGoal(totalPoints: number, dailyGoal: number): number {
  if (totalPoints <= 0 || dailyGoal <= 0) return 0
  return totalPoints % dailyGoal || dailyGoal
}

/** Within this many days of the last change, a new size waits for approval by an organiser. */
export const daysBetweenTeamSizes = 7

/** A change by more than a third, up or down, waits for approval by an organiser. */
export const isLargeTeamSizeChange = (counts: number, requested: number): boolean =>
  Math.abs(requested - counts) * 3 > counts

/** Parses a typed team size; zero and text that is no number become one. */
export const teamSizeFrom = (typed: unknown): number => Math.floor(Number(typed)) || 1
