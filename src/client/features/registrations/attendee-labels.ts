import type { Registration } from '#contract/registrations/endpoints.ts'

export const nameOf = ({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Unconfirmed registrations count nowhere; an approval confirms them. */
export const isUnconfirmed = ({ status, confirmBy }: Pick<Registration, 'status' | 'confirmBy'>) =>
  status === 'pending' && confirmBy !== null

/** Unconfirmed registrations are not rejected: they end by themselves. */
export const isRejectable = (attendee: Pick<Registration, 'status' | 'confirmBy'>) =>
  attendee.status === 'pending' && !isUnconfirmed(attendee)

const number = new Intl.NumberFormat('en')
export const countOf = (amount: number) => number.format(amount)
export const people = (amount: number) => `${countOf(amount)} ${amount === 1 ? 'attendee' : 'attendees'}`
export const emailsText = (amount: number) => (amount === 1 ? 'One email' : `${countOf(amount)} emails`)

const mails: Record<string, string> = {
  'registration-received': 'Registration received',
  'registration-to-confirm': 'Link to confirm',
  'registration-approved': 'QR code',
  'registration-rejected': 'Rejection',
  'registration-cancelled': 'Cancellation',
  'place-offered': 'Place offered',
  'event-cancelled': 'Event cancelled',
}

/** Subject line of the last email. */
export const mailSubjectOf = (template: string) => mails[template] ?? 'Status'
