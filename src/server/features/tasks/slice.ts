import type { Slice } from '#server/platform/slice.ts'
import { mailOpeningsJob } from './notices/openings.ts'
import { taskRoutes } from './routes.ts'
import { announceTaskTimesJob } from './service.ts'

export const tasksSlice: Slice = {
  routes: taskRoutes,
  jobs: [announceTaskTimesJob, mailOpeningsJob],
}
