/**
 * How much of the daily goal is reached, in whole percent. Points never reset, so each full goal starts the next one;
 * a goal just completed shows 100, not 0. Rounded down: 100 means done.
 */
export function goalPercent(totalPoints: number, dailyGoal: number): number {
  return dailyGoal > 0 ? Math.floor((pointsTowardsGoal(totalPoints, dailyGoal) / dailyGoal) * 100) : 0
}

/** The points that count for the current goal. */
export function pointsTowardsGoal(totalPoints: number, dailyGoal: number): number {
  if (totalPoints <= 0 || dailyGoal <= 0) return 0
  return totalPoints % dailyGoal || dailyGoal
}

/** For so many days after a size began to count, another one waits for an organiser. */
export const daysBetweenTeamSizes = 7

/** Beyond a third of the size that counts, up or down, a change waits for an organiser. */
export const isLargeTeamSizeChange = (counts: number, wanted: number): boolean => Math.abs(wanted - counts) * 3 > counts

/** A team size as typed; what is no number, or zero, counts as one. */
export const teamSizeFrom = (typed: unknown): number => Math.floor(Number(typed)) || 1
