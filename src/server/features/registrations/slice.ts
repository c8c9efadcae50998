import type { Slice } from '#server/platform/slice.ts'
import { forgetDue, sweep } from './retention/retention.ts'
import { registrationRoutes } from './routes.ts'
import type { WithdrawMails } from './service.ts'
import { verifyEventCounts } from './verify.ts'
import { offerPlacesJob } from './waiting-list/waiting-list.ts'

export { plainRegistrationForm } from './registering/plain-form-routes.ts'

/** `slices.ts` passes `withdrawMails` of the attendee mails slice, which depends on this one. */
export const createRegistrationsSlice = (withdrawMails: WithdrawMails): Slice => ({
  routes: (app, platform) => registrationRoutes(app, platform, withdrawMails),
  jobs: [offerPlacesJob],
  sweeps: { 'sweep-registrations': sweep },
  verify: verifyEventCounts,
  eraseDue: forgetDue,
})
