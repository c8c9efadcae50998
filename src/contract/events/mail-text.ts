import { toBeAnnounced } from './moment.ts'

/** Placeholders of an event's mail texts; other text in braces stays as typed. */
export const placeholders = [
  'firstName',
  'lastName',
  'eventTitle',
  'eventDate',
  'eventPlace',
  'companyName',
  'code',
  'link',
] as const
type Placeholder = (typeof placeholders)[number]
export type MailValues = Record<Placeholder, string>

export const defaultEmailSubject = 'Your registration for {eventTitle} is confirmed'
export const defaultEmailBodyText = `Your place at {eventTitle} is confirmed.

Date: {eventDate}
Place: {eventPlace}

Show the QR code at the entrance, on your phone or printed. If it cannot be scanned, say your code: {code}`

const inBraces = /\{(\w*)\}/g

/** Replaces in one pass, so a typed name is never read as a placeholder. */
export function fillIn(text: string, values: MailValues): string {
  return text.replace(inBraces, (typed, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : typed,
  )
}

export type MailTexts = { emailSubject: string | null; emailBodyText: string | null }
type ConfirmationWords = { subject: string; greeting: string; paragraphs: string[] }

/**
 * The words of the confirmation, for the email and the form's preview. A custom text includes its greeting; the default
 * text has the default one.
 */
export function confirmationWords({ emailSubject, emailBodyText }: MailTexts, values: MailValues): ConfirmationWords {
  const customText = emailBodyText?.trim()
  return {
    subject: fillIn(emailSubject?.trim() || defaultEmailSubject, values),
    greeting: customText ? '' : `Hello ${values.firstName},`,
    paragraphs: paragraphsOf(customText || defaultEmailBodyText, values),
  }
}

/** Empty lines separate paragraphs. */
export const paragraphsOf = (text: string, values: MailValues): string[] =>
  fillIn(text, values)
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter(Boolean)

/** Warnings for the writer of a text before it is sent. */
export function mailTextWarnings(text: string, event: { hasPlace: boolean; hasDate: boolean }): string[] {
  const named = [...new Set([...text.matchAll(inBraces)].map((match) => match[1] ?? ''))]
  return named.flatMap((name) => {
    if (!placeholders.includes(name as Placeholder)) return `{${name}} is unknown and will be sent as typed.`
    if (name === 'eventPlace' && !event.hasPlace)
      return `This event has no place yet: {eventPlace} will read “${toBeAnnounced}”.`
    if (name === 'eventDate' && !event.hasDate)
      return `This event has no date yet: {eventDate} will read “${toBeAnnounced}”.`
    return []
  })
}
