import type { Slice } from '#server/platform/slice.ts'
import { searchRoutes } from './routes.ts'

export const searchSlice: Slice = { routes: searchRoutes }
