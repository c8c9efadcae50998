import type { Slice } from '#server/platform/slice.ts'
import { createSendPushesJob } from './push/send-pushes.ts'
import { notificationRoutes } from './routes.ts'
import { sweepNotificationsJob } from './sweep.ts'
import { pushMessages } from './tables.ts'

export const notificationsSlice: Slice = {
  routes: notificationRoutes,
  jobs: [sweepNotificationsJob, createSendPushesJob()],
  // Nobody needs an old notification: its email is held.
  notRestored: [pushMessages],
}
