import { branding } from '../branding/branding.ts'
import type { MailContent } from '../branding/mail-layout.ts'
import { oneLine } from '../text/one-line.ts'
import { confirmationWords, type MailTexts, type MailValues } from './mail-text.ts'

/** The footer of every email for one registration. */
export const registeredFooter = (eventTitle: string) =>
  `You received this email because this address was registered for ${oneLine(eventTitle)}, ${branding.eventName}.`
/** Nobody can switch these emails off: registered people need them. */
export const necessaryFooter = (eventTitle: string) =>
  `${registeredFooter(eventTitle)} It is about your registration, so it is always sent.`
export const cancellableFooter = (eventTitle: string) =>
  `${necessaryFooter(eventTitle)} If it was not you, cancel the registration with the link above.`

/** The whole confirmation, for the email and the form's preview; `cid` names the QR code among the attachments. */
export function confirmationMail(
  texts: MailTexts,
  values: MailValues,
  { brandingColor, cid }: { brandingColor: string; cid: string },
): { subject: string; content: MailContent } {
  const { subject, greeting, paragraphs } = confirmationWords(texts, values)
  return {
    subject,
    content: {
      preheader: 'Your QR code for the entrance is inside.',
      headline: { title: values.eventTitle, color: brandingColor },
      greeting,
      paragraphs,
      picture: {
        cid,
        alt: `QR code. If you cannot see it, your code is ${values.code}.`,
        width: 280,
        caption: `Your code: ${values.code}`,
      },
      button: { label: 'See my registration', url: values.link },
      footer: cancellableFooter(values.eventTitle),
    },
  }
}
