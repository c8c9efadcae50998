import type { Registration } from '#contract/registrations/endpoints.ts'

export const nameOf = ({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

const number = new Intl.NumberFormat('en')
export const countOf = (amount: number) => number.format(amount)
export const people = (amount: number) => `${countOf(amount)} ${amount === 1 ? 'attendee' : 'attendees'}`

/** What the last mail was about, whatever the server calls its template. */
export function mailSubjectOf(template: string): string {
  if (/approv|confirm|ticket|qr|code/.test(template)) return 'QR code'
  if (/reject/.test(template)) return 'Rejection'
  if (/cancel/.test(template)) return 'Cancellation'
  return 'Registration received'
}
