/** What an event's own mail text may name; anything else in braces stays as typed. */
export const placeholders = ['firstName', 'lastName', 'eventTitle', 'eventDate', 'companyName', 'code', 'link'] as const
export type MailValues = Record<(typeof placeholders)[number], string>

export const defaultEmailSubject = 'Your registration for {eventTitle} is confirmed'
export const defaultEmailBodyText = `Your place at {eventTitle} is confirmed.

Date: {eventDate}

Show the QR code at the entrance, on your phone or printed. If it cannot be scanned, say your code: {code}`

/** One pass: what a person typed as a name is never read as a placeholder again. */
export function fillIn(text: string, values: MailValues): string {
  return text.replace(/\{(\w+)\}/g, (typed, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof MailValues] : typed,
  )
}
