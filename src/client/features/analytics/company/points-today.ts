import { countText, pointsText } from '#client/platform/formats/amounts.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'

type Today = Pick<CompanyAnalytics['today'], 'points' | 'openTasks' | 'pointsLeft'>

/** Describes today's points and what is still open. The goal counts earlier days too, so it is not part of it. */
export function describeToday({ points, openTasks, pointsLeft }: Today): string {
  const soFar = points > 0 ? `${pointsText(points)} today so far.` : 'No points today yet.'
  if (openTasks === 0) return `${soFar} No task is open: everything is done or waiting for a review.`
  return `${soFar} ${countText(openTasks, ['open task is', 'open tasks are'])} worth ${pointsText(pointsLeft)}.`
}
