import type { CurrentUser, SessionEndReason } from '#contract/auth/endpoints.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'

/** `event` on an event's own pages only. */
type Boot = {
  user: CurrentUser | null
  signedOut?: SessionEndReason
  supportEmail?: string
  timeZone?: string
  event?: PublicEvent | null
  /** What came of a form that was sent without JavaScript. */
  submission?: PlainSubmission
}

/** The server writes who is signed in into the page, so that the first screen needs no second request. */
export function boot(): Boot | undefined {
  if (typeof document === 'undefined') return undefined
  const source = document.getElementById('boot')?.textContent
  return source ? (JSON.parse(source) as Boot) : undefined
}
