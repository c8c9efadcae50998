import { amount, percentText } from '#client/platform/formats/amounts.ts'
import type { TaskAnalytics } from '#contract/analytics/endpoints.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'

/** Too few decisions for a rate that leads the list. */
export const hasFewDecisions = (task: TaskAnalytics) => countReviewed(task) < smallestGroup

/** Most successful first, tasks with few decisions after all others; ties by decisions; tasks without any last. */
export const orderTasks = (tasks: TaskAnalytics[]): TaskAnalytics[] =>
  tasks.toSorted(
    (one, other) =>
      Number(hasFewDecisions(one)) - Number(hasFewDecisions(other)) ||
      (other.success ?? -1) - (one.success ?? -1) ||
      countReviewed(other) - countReviewed(one) ||
      one.title.localeCompare(other.title),
  )

const countReviewed = ({ proofs: { approved, rejected } }: TaskAnalytics) => approved + rejected

export function describeTask(task: TaskAnalytics): string {
  const { title, success, proofs } = task
  const waiting = proofs.pending > 0 ? `, ${amount(proofs.pending)} pending` : ''
  if (success === null) return `${title}: not reviewed yet${waiting}`
  return `${title}: ${percentText(success)}, ${amount(proofs.approved)} of ${amount(countReviewed(task))} reviewed proofs approved${waiting}`
}
