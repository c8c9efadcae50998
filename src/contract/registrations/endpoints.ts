import { z } from 'zod'
import { companyName, count, email, id, instant, limits, listQuery, personName, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { eventKey } from '../events/endpoints.ts'
import { hasPhoneDigits, invalidPhone } from '../text/phone-digits.ts'
import type { FieldName } from './form-fields.ts'

export { registrationNotice, registrationNoticeVersion } from './notice.ts'

export const registrationStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled'])
export type RegistrationStatus = z.output<typeof registrationStatus>

/** The state of the last email to this attendee. */
export const mailState = z.enum(['queued', 'sent', 'failed'])

/** The fields of the form, in replies. */
const attendeeFields = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  companyName: z.string().nullable(),
} satisfies Record<FieldName, z.ZodType>

/** The administrators' view. */
export const Registration = z.object({
  id,
  eventId: id,
  ...attendeeFields,
  status: registrationStatus,
  /** True beyond the capacity; the order is that of registering. */
  waiting: z.boolean(),
  /**
   * `offer`: an offered place, also an expired one. `confirmBy`: how long the place of an unconfirmed address is kept.
   */
  confirmBy: instant.nullable(),
  offer: z.object({ offeredAt: instant, expiresAt: instant, open: z.boolean() }).nullable(),
  /** Set at night for who is next on the waiting list: when the free place is offered. */
  offerComesAt: instant.optional(),
  /** The code to say at the door when the picture cannot be scanned. */
  code: z.string(),
  /** The address of the QR picture; null without one. */
  qrCode: z.string().nullable(),
  qrCodePayload: z.string().nullable(),
  qrCodeIssuedAt: instant.nullable(),
  checkedIn: z.boolean(),
  checkedInAt: instant.nullable(),
  registeredAt: instant,
  approvedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** The reason for the rejection, as the attendee read it. */
  reason: z.string().nullable(),
  mail: z.object({ template: z.string(), state: mailState, at: instant }).nullable(),
})
export type Registration = z.output<typeof Registration>

const required = 'Please fill in all required fields'
export const NewRegistration = z.strictObject({
  firstName: personName({ min: 1, message: required }),
  lastName: personName({ min: 1, message: required }),
  email,
  phone: text({ min: 1, max: limits.phone, message: required }).refine(
    // An empty phone gets the required-field sentence above.
    (value) => value === '' || hasPhoneDigits(value),
    invalidPhone,
  ),
  companyName: companyName().nullish(),
} satisfies Record<FieldName, z.ZodType>)
export type NewRegistration = z.input<typeof NewRegistration>

export const register = endpoint({
  method: 'POST',
  path: '/events/:id/register',
  access: 'public',
  summary: 'Register for an event; a second attempt with the same address answers the same and mails the status',
  params: eventKey,
  body: NewRegistration,
  reply: z.object({ message: z.string(), status: z.literal('pending'), waiting: z.boolean() }),
  status: 201,
  problems: ['event-gone', 'event-cancelled', 'registration-closed', 'too-many-unconfirmed'],
})

const event = z.object({ id })
const attendee = z.object({ id, attendeeId: id })

export const registrationOrders = ['registeredAt', 'lastName', 'email', 'companyName', 'status', 'checkedInAt'] as const
const filters = listQuery({ columns: registrationOrders, sort: 'registeredAt' }).extend({
  status: registrationStatus.optional(),
  checkedIn: z.enum(['yes', 'no']).optional(),
  /** `no`: only registrations with an unconfirmed email address, which are left out otherwise. */
  confirmed: z.enum(['no']).optional(),
})

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/events/:id/registrations',
  access: 'administrator',
  summary:
    'The attendees: search by `q`, filter by `status` and `checkedIn`, order by `sort`, page by `limit` and `cursor`',
  params: event,
  query: filters,
  reply: z.array(Registration),
  problems: ['event-gone'],
})

export const countRegistrations = endpoint({
  method: 'GET',
  path: '/events/:id/registrations/counts',
  access: 'administrator',
  summary: 'How many attendees there are of each kind',
  params: event,
  reply: z.object({
    pending: count,
    approved: count,
    rejected: count,
    cancelled: count,
    /** Registrations with an unconfirmed email address; no other count includes them. */
    unconfirmed: count,
    checkedIn: count,
    waiting: count,
    /** Places with an open offer. */
    offered: count,
    capacity: count.nullable(),
    mailsQueued: count,
    mailsFailed: count,
  }),
  problems: ['event-gone'],
})

export const exportRegistrations = endpoint({
  method: 'GET',
  path: '/events/:id/registrations.csv',
  access: 'administrator',
  summary: 'The attendees as CSV',
  params: event,
  query: filters.omit({ limit: true, cursor: true, confirmed: true }),
  reply: z.string(),
  contentType: 'text/csv',
  problems: ['event-gone'],
})

/** The print list: every admitted attendee by last name. */
export const readDoorList = endpoint({
  method: 'GET',
  path: '/events/:id/door-list',
  access: 'administrator',
  summary: 'Approved attendees by last name, to print',
  params: event,
  reply: z.array(
    Registration.pick({ id: true, firstName: true, lastName: true, companyName: true, code: true, checkedInAt: true }),
  ),
  problems: ['event-gone'],
})

const decision = {
  status: z.enum(['approved', 'rejected'], 'Must be approved or rejected'),
  reason: text({ max: limits.notes }).nullish(),
}

export const decideRegistration = endpoint({
  method: 'PATCH',
  path: '/events/:id/registrations/:attendeeId',
  access: 'administrator',
  summary: 'Approve (issues and mails the QR code) or reject; the same again changes nothing, the opposite is refused',
  params: attendee,
  body: z.strictObject(decision),
  reply: Registration,
  problems: ['registration-gone', 'registration-decided', 'registration-unconfirmed', 'event-cancelled', 'event-full'],
})

export const decideRegistrations = endpoint({
  method: 'POST',
  path: '/events/:id/registrations/decisions',
  access: 'administrator',
  summary: 'Approve or reject many; those already decided are left alone, and those for whom there is no place',
  params: event,
  body: z.strictObject({ ids: z.array(id).min(1, 'Choose at least one').max(1_000), ...decision }),
  reply: z.object({
    decided: count,
    left: count,
    /** Registrations not approved because all places are taken. */
    withoutPlace: count,
  }),
  problems: ['event-gone', 'event-cancelled'],
})

export const reopenRegistration = endpoint({
  method: 'POST',
  path: '/events/:id/registrations/:attendeeId/reopening',
  access: 'administrator',
  summary: 'Take a decision back: the QR code is revoked and the registration waits again',
  params: attendee,
  reply: Registration,
  problems: ['registration-gone', 'registration-not-decided', 'already-inside', 'event-cancelled'],
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/events/:id/registrations/:attendeeId/resend',
  access: 'administrator',
  summary: 'Send the mail with the QR code again',
  params: attendee,
  reply: Registration,
  problems: ['registration-gone', 'registration-not-approved', 'event-cancelled'],
})

export const reissueCode = endpoint({
  method: 'POST',
  path: '/events/:id/registrations/:attendeeId/reissue',
  access: 'administrator',
  summary: 'Make a new QR code and mail it; the old one is revoked',
  params: attendee,
  reply: Registration,
  problems: ['registration-gone', 'registration-not-approved', 'already-inside', 'event-cancelled'],
})

export const retryMails = endpoint({
  method: 'POST',
  path: '/events/:id/registrations/mail-retries',
  access: 'administrator',
  summary: 'Try the failed mails of an event again',
  params: event,
  reply: z.object({ retried: count }),
  problems: ['event-gone'],
})

/** The picture behind `qrCode`. */
export const readQrPicture = endpoint({
  method: 'GET',
  path: '/events/:id/registrations/:attendeeId/qr.png',
  access: 'administrator',
  summary: 'The QR code as a picture',
  params: attendee,
  reply: z.string(),
  contentType: 'image/png',
  problems: ['registration-gone', 'registration-not-approved'],
})

/** Sends the caller a test email with made-up attendee data; missing texts come from the event. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/events/:id/test-mail',
  access: 'administrator',
  summary: 'Send me the confirmation mail as an attendee would get it',
  params: z.object({ id }),
  body: z.strictObject({
    emailSubject: text({ max: 200 }).nullish(),
    emailBodyText: text({ max: limits.description }).nullish(),
  }),
  reply: z.object({ message: z.string() }),
  problems: ['event-gone'],
})
