import type { Proof } from '#contract/proofs/endpoints.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { endOfRetry } from '#contract/tasks/rules.ts'

/** A task without `state` is no longer in the list. */
export type SubmittableTask = Pick<Task, 'id' | 'title'> & Partial<Pick<Task, 'state'>>

/** The last outcome of a task for a company, and what it may still do. */
export function findTaskSubmission(task: SubmittableTask, proofs: Proof[] = []) {
  const taskProofs = proofs.filter(({ taskId }) => taskId === task.id)
  const isSubmitted = taskProofs.some(({ status }) => status !== 'rejected')
  const rejected = isSubmitted ? undefined : taskProofs[0]
  const isClosed = task.state === 'closed'
  const retryUntil = isClosed && rejected?.reviewedAt ? endOfRetry(rejected.reviewedAt) : undefined
  const retryEnd = retryUntil && retryUntil > new Date() ? retryUntil.toISOString() : undefined
  return {
    isSubmitted,
    /** A proof that waits for replacements. */
    sentBack: taskProofs.find(({ status }) => status === 'fix'),
    rejected,
    /** The end of the retry on a closed task. */
    retryEnd,
    canSubmit: !isSubmitted && (!isClosed || retryEnd !== undefined),
  }
}
