import type { Slice } from '#server/platform/slice.ts'
import { forgetDue, sweep } from './retention/retention.ts'
import { registrationRoutes } from './routes.ts'
import type { WithdrawMails } from './service.ts'
import { verifyEventCounts } from './verify.ts'
import { offerPlacesJob } from './waiting-list/waiting-list.ts'

export { plainRegistrationForm } from './registering/plain-form-routes.ts'

/** `withdrawMails` is of the slice of attendee mails, which comes after this one. */
export const createRegistrationsSlice = (withdrawMails: WithdrawMails): Slice => ({
  routes: (app, platform) => registrationRoutes(app, platform, withdrawMails),
  jobs: [offerPlacesJob],
  sweeps: { 'sweep-registrations': sweep },
  verify: verifyEventCounts,
  eraseDue: forgetDue,
})
