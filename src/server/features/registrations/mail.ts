import { branding } from '#contract/branding.ts'
import { defaultEmailBodyText, defaultEmailSubject, fillIn, type MailValues } from '#contract/events/mail-text.ts'
import { calendarOf, type Event, linkOf, momentOf } from '#server/features/events/service.ts'
import type { Config } from '#server/platform/config.ts'
import { oneLine } from '#server/platform/mail/one-line.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf } from '#server/platform/mail/recipient.ts'
import { qrPicture } from './qr.ts'
import { ownToken } from './token.ts'

type Attendee = {
  id: string
  linkVersion: number
  firstName: string
  lastName: string
  email: string
  companyName: string | null
  code: string
}
type About = { event: Event; attendee: Attendee; config: Pick<Config, 'publicUrl' | 'timeZone'> }

/** Every mail of this slice to an attendee. */
export const mailTemplates = ['registration-received', 'registration-approved', 'registration-rejected']

const ownLink = ({ event, attendee, config }: About) =>
  `${linkOf(event, config.publicUrl)}?r=${ownToken(event, attendee)}`

const footerOf = ({ title }: Event) =>
  `You get this mail because this address was registered for ${oneLine(title)}, ${branding.eventName}. If it was not you, cancel the registration with the link above.`

const whenAndWhere = ({ event, config }: About) =>
  [`Date: ${momentOf(event, config.timeZone)}`, event.place && `Place: ${event.place}`].filter(Boolean).join('\n')

export function receivedMail(about: About, waiting: boolean): Mail {
  const { event, attendee } = about
  return {
    to: addressOf(attendee),
    template: 'registration-received',
    subject: `We have your registration for ${event.title}`,
    letter: {
      preheader: 'The organisers look at it and you get another mail.',
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for registering for ${event.title}.`,
        whenAndWhere(about),
        waiting
          ? 'All places are taken at the moment: you are on the waiting list, and you get another mail when a place is free for you.'
          : 'The organisers look at your registration. Once it is approved you get another mail with your QR code.',
      ],
      button: { label: 'See my registration', url: ownLink(about) },
      footer: footerOf(event),
    },
  }
}

type Texts = Pick<Event, 'emailSubject' | 'emailBodyText'>

/** With the organisers' own words, if there are any; they are text, whatever was typed into them. */
export function approvedMail(about: About, payload: string, now: Date, texts: Texts = about.event): Mail {
  const { event, attendee, config } = about
  const link = ownLink(about)
  const values: MailValues = {
    firstName: attendee.firstName,
    lastName: attendee.lastName,
    eventTitle: event.title,
    eventDate: momentOf(event, config.timeZone),
    companyName: attendee.companyName ?? '',
    code: attendee.code,
    link,
  }
  const body = fillIn(texts.emailBodyText || defaultEmailBodyText, values)
  const calendar = calendarOf(event, config.publicUrl, now)
  const cid = `code-${attendee.id}`
  return {
    to: addressOf(attendee),
    template: 'registration-approved',
    subject: fillIn(texts.emailSubject || defaultEmailSubject, values),
    letter: {
      preheader: 'Your QR code for the entrance is inside.',
      greeting: greetingOf(attendee),
      paragraphs: body.split(/(?:\r?\n[ \t]*){2,}/).filter(Boolean),
      picture: {
        cid,
        alt: `QR code. If you cannot see it, your code is ${attendee.code}.`,
        width: 280,
        caption: `Your code: ${attendee.code}`,
      },
      button: { label: 'See my registration', url: link },
      footer: footerOf(event),
    },
    attachments: [
      { filename: 'qr-code.png', contentType: 'image/png', content: qrPicture(payload).toString('base64'), cid },
      ...(calendar ? [calendarAttachment(calendar)] : []),
    ],
  }
}

const calendarAttachment = (file: string) => ({
  filename: 'event.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: Buffer.from(file).toString('base64'),
})

export function rejectedMail(about: About, reason: string | null): Mail {
  const { event, attendee } = about
  return {
    to: addressOf(attendee),
    template: 'registration-rejected',
    subject: `About your registration for ${event.title}`,
    letter: {
      preheader: 'There is an answer to your registration.',
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for your interest in ${event.title}. This time we cannot offer you a place.`,
        ...(reason ? [reason] : []),
      ],
      button: { label: 'See my registration', url: ownLink(about) },
      footer: footerOf(event),
    },
  }
}
