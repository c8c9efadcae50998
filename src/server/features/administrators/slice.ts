import type { Slice } from '#server/platform/slice.ts'
import { administratorRoutes } from './routes.ts'

export const administratorsSlice: Slice = { routes: administratorRoutes }
