import { z } from 'zod'
import { CurrentUser } from './auth/endpoints.ts'
import { PublicEvent } from './events/endpoints.ts'
import { PlainSubmission } from './registrations/plain-form.ts'
import { sessionEndReason } from './sessions.ts'

/** What the server writes into a page, so that its first screen needs no second request. Also a filter, as a reply is. */
export const Boot = z.object({
  user: CurrentUser.nullable(),
  /** Why somebody is no longer signed in; said once. */
  signedOut: sessionEndReason.optional(),
  timeZone: z.string(),
  supportEmail: z.string().optional(),
  /** For whoever is signed in: what operators say while they have paused changes, else null. */
  maintenance: z.string().nullish(),
  /** On the pages of events only; null where there is none. */
  event: PublicEvent.nullish(),
  /** What came of a form that was sent without JavaScript. */
  submission: PlainSubmission.optional(),
})
export type Boot = z.output<typeof Boot>
