import type { Slice } from '#server/platform/slice.ts'
import { pointRoutes } from './routes.ts'
import type { TaskTitlesOf } from './service.ts'

/** `taskTitlesOf` is of the proofs slice, which comes after this one. */
export const createPointsSlice = (taskTitlesOf: TaskTitlesOf): Slice => ({
  routes: (app, platform) => pointRoutes(app, platform, taskTitlesOf),
})
