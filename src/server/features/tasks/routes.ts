import type { FastifyInstance } from 'fastify'
import {
  createTask,
  createTaskBatch,
  deleteTask,
  editTask,
  exportTasks,
  listArchivedTasks,
  listTasks,
  restoreTask,
} from '#contract/tasks/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as tasks from './service.ts'

export function taskRoutes(app: FastifyInstance, platform: Platform) {
  route(app, listTasks, ({ viewer }) => tasks.list(platform, viewer))

  route(app, listArchivedTasks, () => tasks.listArchived(platform))

  route(app, restoreTask, ({ params, viewer, platform }) => tasks.restore(platform, viewer, params.id))

  route(app, createTask, ({ body, viewer, platform }) => tasks.create(platform, viewer, body))

  route(app, createTaskBatch, ({ body, viewer, platform }) => tasks.createMany(platform, viewer, body.tasks))

  route(app, exportTasks, ({ viewer, platform }) => tasks.exportList(platform, viewer))

  route(app, editTask, ({ params, body, viewer, platform }) => tasks.edit(platform, viewer, params.id, body))

  route(app, deleteTask, ({ params, viewer, platform }) => tasks.remove(platform, viewer, params.id))
}
