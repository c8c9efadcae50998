import { amount, countText, pointsText } from '#client/platform/formats/amounts.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'

/** Describes in one or two sentences which points are still open today. */
export function describeLeftToWin({ points, dailyGoal, openTasks, pointsLeft }: CompanyAnalytics['today']): string {
  const missing = dailyGoal - points
  const goal =
    missing > 0
      ? `${pointsText(missing)} to go until the daily goal of ${amount(dailyGoal)}.`
      : `The daily goal of ${amount(dailyGoal)} is reached.`
  if (openTasks === 0) return `${goal} No task is open: everything on offer is done or waits for a review.`
  const isEnough = missing > 0 && pointsLeft >= missing
  const tasks = `${countText(openTasks, ['open task is', 'open tasks are'])} worth ${pointsText(pointsLeft)}`
  return `${goal} ${tasks}${isEnough ? ', enough for it' : ''}.`
}
