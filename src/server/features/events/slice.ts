import type { Slice } from '#server/platform/slice.ts'
import { eventRoutes } from './routes.ts'

export { createEventContent } from './pages/event-content.ts'
export { eventOfPage } from './pages/pages.ts'

export const eventsSlice: Slice = { routes: eventRoutes }
