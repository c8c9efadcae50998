import type { Slice } from '#server/platform/slice.ts'
import { eventRoutes } from './routes.ts'
import type { EventHooks } from './service.ts'

export { createEventContent } from './pages/event-content.ts'
export { eventOfPage } from './pages/pages.ts'

/** `slices.ts` passes the `hooks` of the attendee mails slice, which depends on this one. */
export const createEventsSlice = (hooks: EventHooks): Slice => ({
  routes: (app, platform) => eventRoutes(app, platform, hooks),
})
