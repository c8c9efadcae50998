import { z } from 'zod'
import { count, id, instant, limits, moment, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { taskStates } from './rules.ts'

export const Task = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  pointsReward: count,
  caloriesBurned: count,
  date: instant,
  /** When companies begin to see it; null: at its creation. */
  opensAt: instant.nullable(),
  /** The deadline for proofs; null: none. */
  closesAt: instant.nullable(),
  /** Computed by the server's clock at the reply. */
  state: z.enum(taskStates),
  /** When the deadline was last changed after companies could see it, and the deadline before. */
  closingChangedAt: instant.nullable(),
  previousClosesAt: instant.nullable(),
  createdAt: instant,
})
export type Task = z.output<typeof Task>

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:\/\//i.test(value)

export const NewTask = z.strictObject({
  title: text({ min: 3, message: 'Title must be at least 3 characters' }),
  description: text({ min: 10, max: limits.description, message: 'Description must be at least 10 characters' }),
  youtubeUrl: text({ max: limits.url, message: 'Must be a valid YouTube URL' })
    .refine((value) => value === '' || isWebAddress(value), 'Must be a valid YouTube URL')
    .default(''),
  pointsReward: whole(1, 100_000, { name: 'Points' }).default(10),
  caloriesBurned: whole(1, 100_000, { name: 'Calories' }).default(50),
  opensAt: moment().nullish(),
  closesAt: moment().nullish(),
})
export type NewTask = z.input<typeof NewTask>

/** No defaults: missing fields stay unchanged. */
export const TaskChanges = z
  .strictObject({
    title: NewTask.shape.title,
    description: NewTask.shape.description,
    youtubeUrl: NewTask.shape.youtubeUrl.unwrap(),
    pointsReward: NewTask.shape.pointsReward.unwrap(),
    caloriesBurned: NewTask.shape.caloriesBurned.unwrap(),
    opensAt: NewTask.shape.opensAt,
    closesAt: NewTask.shape.closesAt,
  })
  .partial()

/** No longer offered; earned points stay. */
export const ArchivedTask = Task.extend({ archivedAt: instant })
export type ArchivedTask = z.output<typeof ArchivedTask>

const params = z.object({ id })

export const listTasks = endpoint({
  method: 'GET',
  path: '/tasks',
  access: 'signed-in',
  summary: 'Every task on offer, the newest date first; companies do not see a task before it opens',
  reply: z.array(Task),
})

export const listArchivedTasks = endpoint({
  method: 'GET',
  path: '/tasks/archived',
  access: 'administrator',
  summary: 'Every task that was taken off offer, the last archived first',
  reply: z.array(ArchivedTask),
})

export const restoreTask = endpoint({
  method: 'DELETE',
  path: '/tasks/:id/archive',
  access: 'administrator',
  summary: 'Take a task out of the archive: companies see it again once it is open',
  params,
  reply: Task,
  problems: ['task-gone'],
})

export const createTask = endpoint({
  method: 'POST',
  path: '/tasks',
  idempotent: true,
  access: 'administrator',
  summary: 'Create a task; with an opening moment companies see it from then on',
  body: NewTask,
  reply: Task,
  status: 201,
})

export const mostTasksAtOnce = 100

export const NewTaskBatch = z.strictObject({ tasks: z.array(NewTask).min(1).max(mostTasksAtOnce) })

/** Creates a planned week atomically. */
export const createTaskBatch = endpoint({
  method: 'POST',
  path: '/task-batches',
  idempotent: true,
  access: 'administrator',
  summary:
    'Create several tasks at once; if one of them is refused, none is created and `fields` names it by its place',
  body: NewTaskBatch,
  reply: z.array(Task),
  status: 201,
})

export const exportTasks = endpoint({
  method: 'GET',
  path: '/tasks.csv',
  access: 'administrator',
  summary: 'Every task on offer as CSV, in columns that can be pasted back when a week is planned',
  reply: z.string(),
  contentType: 'text/csv',
})

export const editTask = endpoint({
  method: 'PATCH',
  path: '/tasks/:id',
  access: 'administrator',
  summary: 'Edit a task; points already awarded and proofs already handed in stay',
  params,
  body: TaskChanges,
  reply: Task,
  problems: ['task-gone'],
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/tasks/:id',
  access: 'administrator',
  summary: 'Delete a task, or archive it when proofs hang on it',
  params,
  reply: z.object({ archived: z.boolean() }),
  problems: ['task-gone'],
})
