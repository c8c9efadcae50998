import { z } from 'zod'
import { boundedText } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { eventKey } from '../events/endpoints.ts'

const unsubscription = {
  path: '/events/:id/registration/unsubscription',
  access: 'public',
  params: eventKey,
  /** The token of the email; it permits unsubscribing only. */
  query: z.strictObject({ token: boundedText(200) }),
  reply: z.object({ mailsOff: z.boolean() }),
  problems: ['registration-gone'],
} as const

/**
 * Called by the page of the link, or by a mail program's one-click unsubscribe; RFC 8058 defines the body, which is
 * ignored.
 */
export const stopAttendeeMails = endpoint({
  method: 'POST',
  ...unsubscription,
  summary: 'Switch reminders and messages of this event off, by the token in them; the same again changes nothing',
  bodyContentType: 'application/x-www-form-urlencoded',
})

export const resumeAttendeeMails = endpoint({
  method: 'DELETE',
  ...unsubscription,
  summary: 'Switch reminders and messages of this event on again',
})
