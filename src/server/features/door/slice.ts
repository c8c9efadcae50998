import type { Slice } from '#server/platform/slice.ts'
import { doorRoutes } from './routes.ts'
import { verifyGateCounts } from './verify.ts'

export const doorSlice: Slice = { routes: doorRoutes, verify: verifyGateCounts }
