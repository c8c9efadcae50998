import { z } from 'zod'
import { boundedText, count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { eventKey } from '../events/endpoints.ts'
import { registrationStatus } from './endpoints.ts'

/**
 * The attendee's view of a registration, by the token in the mailed link. Tokens are sent in bodies: addresses end up
 * in logs.
 */
export const OwnRegistration = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string().nullable(),
  status: registrationStatus,
  waiting: z.boolean(),
  /** An offered place. After its expiry it can be accepted only while it is still free. */
  offer: z.object({ expiresAt: instant, open: z.boolean() }).nullable(),
  /** Set at night for who is next on the waiting list: when the free place is offered. */
  offerComesAt: instant.optional(),
  /** Set while the email address is unconfirmed; `keepsPlace`: a place is kept until then. */
  confirmation: z.object({ by: instant, keepsPlace: z.boolean() }).nullable(),
  reason: z.string().nullable(),
  registeredAt: instant,
  checkedInAt: instant.nullable(),
  /** Set once the organisers have cancelled the event, with their reason. */
  eventCancelledAt: instant.nullable(),
  eventCancellationReason: z.string().nullable(),
  /** Set while approved. `path` draws the dark modules on a square of `size` units. */
  qr: z.object({ code: z.string(), payload: z.string(), size: count, path: z.string() }).nullable(),
})
export type OwnRegistration = z.output<typeof OwnRegistration>

const byToken = { params: eventKey, body: z.strictObject({ token: boundedText(200) }) }

export const readOwnRegistration = endpoint({
  method: 'POST',
  path: '/events/:id/registration',
  access: 'public',
  summary: 'The own registration, by the token of the mailed link',
  duringMaintenance: true,
  ...byToken,
  reply: OwnRegistration,
  problems: ['registration-gone'],
})

export const cancelOwnRegistration = endpoint({
  method: 'POST',
  path: '/events/:id/registration/cancel',
  access: 'public',
  summary: 'Give the own place back',
  ...byToken,
  reply: OwnRegistration,
  problems: ['registration-gone', 'already-inside', 'event-cancelled'],
})

/** Requires a button press on the page: mail programs that open links by themselves must not confirm. */
export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/events/:id/registration/confirmation',
  access: 'public',
  summary: 'Confirm the email address: keeps the place, or gets what is free by now; the same again changes nothing',
  ...byToken,
  reply: OwnRegistration,
  problems: ['registration-gone', 'registration-closed', 'event-cancelled'],
})

/** Requires a button press on the page: mail programs that open links by themselves must not accept a place. */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/events/:id/registration/acceptance',
  access: 'public',
  summary: 'Take the place that was offered; the same again changes nothing',
  ...byToken,
  reply: OwnRegistration,
  problems: [
    'registration-gone',
    'registration-decided',
    'registration-closed',
    'event-cancelled',
    'no-offer',
    'offer-ended',
  ],
})

export const resendOwnMail = endpoint({
  method: 'POST',
  path: '/events/:id/registration/resend',
  access: 'public',
  summary: 'Mail me my status again; says when the last email left where it is too soon for another',
  ...byToken,
  reply: z.object({
    message: z.string(),
    /** True if an email was queued now. */
    sent: z.boolean(),
    sentAt: instant.nullable(),
    /** When the next email may be requested; null if waiting does not help. */
    nextAt: instant.nullable(),
  }),
  problems: ['registration-gone'],
})
