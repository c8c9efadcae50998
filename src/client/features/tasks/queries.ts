import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, fieldFailureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call } from '#client/platform/requests/api.ts'
import { listTaskProofCounts } from '#contract/analytics/endpoints.ts'
import {
  createTask,
  createTaskBatch,
  deleteTask,
  editTask,
  listArchivedTasks,
  listTasks,
  type NewTask,
  restoreTask,
  type Task,
} from '#contract/tasks/endpoints.ts'

/** Active tasks, newest date first. */
export const taskList = queryOptions({
  queryKey: ['tasks'],
  queryFn: () => call(listTasks, {}),
  meta: { isKeptOnDevice: true },
})

/** Archived tasks, most recent first. Under the key of the active ones, so that both are invalidated together. */
export const archivedTaskList = queryOptions({
  queryKey: ['tasks', 'archived'],
  queryFn: () => call(listArchivedTasks, {}),
})

/** Proofs per task; under the key of the proofs, whose changes invalidate it. */
export const taskProofCounts = queryOptions({
  queryKey: ['proofs', 'by-task'],
  queryFn: async () => new Map((await call(listTaskProofCounts, {})).map((counts) => [counts.taskId, counts])),
})

/** Two screens create tasks, with different specified failure texts. */
const creationFailures = {
  tasks: fieldFailureToast('Failed to create task', 'Nothing was created.'),
  dashboard: fieldFailureToast('Error', 'Failed to create task'),
}

export function useCreateTask(place: keyof typeof creationFailures) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewTask) => call(createTask, { body }),
    onSuccess: () => client.invalidateQueries(taskList),
    success: ({ title }) => ({ title: 'Task created successfully', description: title }),
    failure: creationFailures[place],
  })
}

export function useCreateTasks() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (tasks: NewTask[]) => call(createTaskBatch, { body: { tasks } }),
    onSuccess: () => client.invalidateQueries(taskList),
    success: ({ length }) => ({
      title: 'Tasks created successfully',
      description: `${length} ${length === 1 ? 'task' : 'tasks'}`,
    }),
    failure: fieldFailureToast('Failed to create tasks', 'Nothing was created.'),
  })
}

export function useEditTask() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id, ...body }: NewTask & { id: string }) => call(editTask, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries(taskList),
    success: (_, { title }) => ({ title: 'Task updated successfully', description: title }),
    failure: fieldFailureToast('Failed to update task', 'Nothing was changed.'),
  })
}

export function useDeleteTask() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id }: Task) => call(deleteTask, { params: { id } }),
    // Also after an error: a colleague may have done it first, and the card must go.
    onSettled: () => client.invalidateQueries(taskList),
    success: ({ archived }, { title }) => ({
      title: 'Task deleted successfully',
      description: archived ? `${title} has proofs, so it was archived. Proofs and points stay.` : title,
    }),
    failure: failureToast('Failed to delete task', 'The task is still there.'),
  })
}

export function useRestoreTask() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (id: string) => call(restoreTask, { params: { id } }),
    // Also after an error: a colleague may have done it first, and the card must go.
    onSettled: () => client.invalidateQueries(taskList),
    success: ({ title }) => ({ title: 'Task restored', description: `Every company sees ${title} again.` }),
    failure: failureToast('Failed to restore task', 'The task is still in the archive.'),
  })
}
