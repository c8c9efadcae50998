import { inputOf, instantOf } from '#client/platform/formats/dates.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import type { TaskFields } from './task-form.tsx'

const noTimes = { opensAt: '', closesAt: '' }

export const blankFields = (reward: Pick<TaskFields, 'pointsReward' | 'caloriesBurned'>): TaskFields => ({
  title: '',
  description: '',
  youtubeUrl: '',
  ...reward,
  ...noTimes,
})

export const fieldsOf = (task: Task): TaskFields => ({
  title: task.title,
  description: task.description ?? '',
  youtubeUrl: task.youtubeUrl ?? '',
  pointsReward: task.pointsReward,
  caloriesBurned: task.caloriesBurned,
  opensAt: inputFor(task.opensAt),
  closesAt: inputFor(task.closesAt),
})

/** Converts the fields to the request body. An untouched time is sent unchanged, because the input has no seconds. */
export const bodyOf = (fields: TaskFields, before?: Task) => ({
  ...fields,
  opensAt: momentOf(fields.opensAt, before?.opensAt),
  closesAt: momentOf(fields.closesAt, before?.closesAt),
})

const inputFor = (at: string | null | undefined) => (at ? inputOf(at) : '')

function momentOf(typed: string, before: string | null | undefined): string | null {
  if (typed === '') return null
  return before && typed === inputFor(before) ? before : instantOf(typed)
}
