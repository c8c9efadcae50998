import type { Slice } from '#server/platform/slice.ts'
import { pointRoutes } from './routes.ts'
import type { TaskTitlesOf } from './service.ts'

/** The proofs slice passes `taskTitlesOf`, because it depends on this slice. */
export const createPointsSlice = (taskTitlesOf: TaskTitlesOf): Slice => ({
  routes: (app, platform) => pointRoutes(app, platform, taskTitlesOf),
})
