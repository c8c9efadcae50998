import type { TaskProgress } from '#client/features/tasks/task-days.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { endOfRetry } from '#contract/tasks/rules.ts'

type KnownTask = Pick<Task, 'id' | 'state'>
type KnownProof = Pick<Proof, 'taskId' | 'status' | 'reviewedAt'>

/** Sorts tasks by the company's proofs, which come newest first. */
export function sortTasks(tasks: KnownTask[], proofs: KnownProof[], now: number): TaskProgress {
  const sentBack = new Set(proofs.filter(({ status }) => status === 'fix').map(({ taskId }) => taskId))
  const done = new Set(proofs.filter(({ status }) => status !== 'rejected').map(({ taskId }) => taskId))
  const canTryAgain = ({ id, state }: KnownTask) => {
    if (done.has(id)) return sentBack.has(id)
    const rejected = proofs.find(({ taskId }) => taskId === id)
    if (!rejected || state !== 'closed') return rejected !== undefined
    return rejected.reviewedAt !== null && now < endOfRetry(rejected.reviewedAt).getTime()
  }
  return { done, again: new Set(tasks.filter(canTryAgain).map(({ id }) => id)) }
}
