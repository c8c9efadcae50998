import type { Slice } from '#server/platform/slice.ts'
import { cancellationMailJob } from './event-cancellation/event-cancellation.ts'
import { moveMailJob } from './event-moves/event-moves.ts'
import { messageMailJob } from './messages/messages.ts'
import { remindAttendeesJob } from './reminders/reminders.ts'
import { attendeeMailRoutes } from './routes.ts'
import { sweep } from './service.ts'

export const attendeeMailsSlice: Slice = {
  routes: attendeeMailRoutes,
  jobs: [cancellationMailJob, moveMailJob, messageMailJob, remindAttendeesJob],
  sweeps: { 'sweep-attendee-mails': sweep },
}
