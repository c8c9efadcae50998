import { z } from 'zod'
import { CurrentUser } from './auth/endpoints.ts'
import { PublicEvent } from './events/endpoints.ts'
import { PlainSubmission } from './registrations/plain-form.ts'
import { sessionEndReason } from './sessions.ts'

/**
 * Data the server embeds in a page, so that its first screen needs no second request. Unlisted fields are filtered out.
 */
export const Boot = z.object({
  user: CurrentUser.nullable(),
  /** The reason why the session ended; reported once. */
  signedOut: sessionEndReason.optional(),
  timeZone: z.string(),
  supportEmail: z.string().optional(),
  /** For signed-in people: the operators' maintenance sentence while changes are paused, else null. */
  maintenance: z.string().nullish(),
  /** On event pages only; null without an event. */
  event: PublicEvent.nullish(),
  /** The result of a form that was sent without JavaScript. */
  submission: PlainSubmission.optional(),
})
export type Boot = z.output<typeof Boot>
