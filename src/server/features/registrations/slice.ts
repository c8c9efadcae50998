import type { Slice } from '#server/platform/slice.ts'
import { cancellationMailJob } from './event-cancellation/event-cancellation.ts'
import { moveMailJob } from './event-moves/event-moves.ts'
import { messageMailJob } from './messages/messages.ts'
import { remindAttendeesJob } from './reminders/reminders.ts'
import { forgetDue, sweep } from './retention/retention.ts'
import { registrationRoutes } from './routes.ts'
import { verifyEventCounts } from './verify.ts'
import { offerPlacesJob } from './waiting-list/waiting-list.ts'

export { plainRegistrationForm } from './registering/plain-form-routes.ts'

export const registrationsSlice: Slice = {
  routes: registrationRoutes,
  jobs: [cancellationMailJob, moveMailJob, messageMailJob, offerPlacesJob, remindAttendeesJob],
  sweeps: { 'sweep-registrations': sweep },
  verify: verifyEventCounts,
  eraseDue: forgetDue,
}
