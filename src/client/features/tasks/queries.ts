import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/platform/api.ts'
import {
  createTask,
  deleteTask,
  editTask,
  listArchivedTasks,
  listTasks,
  type NewTask,
  restoreTask,
} from '#contract/tasks/endpoints.ts'

/** Every task on offer, the newest date first. */
export const taskList = queryOptions({ queryKey: ['tasks'], queryFn: () => call(listTasks, {}) })

/** Every task that was taken off offer, the last archived first. Whatever refreshes the tasks on offer refreshes these too. */
export const archivedTaskList = queryOptions({
  queryKey: ['tasks', 'archived'],
  queryFn: () => call(listArchivedTasks, {}),
})

export function useCreateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTask) => call(createTask, { body }),
    onSuccess: () => client.invalidateQueries(taskList),
  })
}

export function useEditTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: NewTask & { id: string }) => call(editTask, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries(taskList),
  })
}

export function useDeleteTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteTask, { params: { id } }),
    // Also after a refusal: somebody else was faster, and the card must go.
    onSettled: () => client.invalidateQueries(taskList),
  })
}

export function useRestoreTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(restoreTask, { params: { id } }),
    // Also after a refusal: somebody else was faster, and the card must go.
    onSettled: () => client.invalidateQueries(taskList),
  })
}
