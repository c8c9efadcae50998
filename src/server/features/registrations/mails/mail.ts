import { cancellableFooter, confirmationMail, necessaryFooter } from '#contract/events/confirmation.ts'
import type { MailValues } from '#contract/events/mail-text.ts'
import { eventMoment, toBeAnnounced } from '#contract/events/moment.ts'
import { calendarOf, type Event, linkOf } from '#server/features/events/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf } from '#server/platform/mail/recipient.ts'
import { ownToken } from '../link-token.ts'
import { qrImage } from './qr.ts'

type Attendee = {
  id: string
  linkVersion: number
  firstName: string
  lastName: string
  email: string
  companyName: string | null
  code: string
}
export type About = { event: Event; attendee: Attendee; config: Pick<Config, 'publicUrl' | 'timeZone'> }

/** Templates of all mails to attendees. */
export const mailTemplates = [
  'registration-received',
  'registration-to-confirm',
  'registration-approved',
  'registration-rejected',
  'registration-cancelled',
  'place-offered',
  'event-cancelled',
  'event-reminder',
  'event-moved',
  'event-message',
]

export const ownLink = ({ event, attendee, config }: About) =>
  `${linkOf(event, config.publicUrl)}?r=${ownToken(event, attendee)}`

export const headlineOf = ({ title, brandingColor }: Event) => ({ title, color: brandingColor })

export const whenAndWhere = ({ event, config }: About) =>
  [`Date: ${eventMoment(event, config.timeZone)}`, event.place && `Place: ${event.place}`].filter(Boolean).join('\n')

type Place = { waiting: boolean; confirmBy: Date | null }

/** Mail to a person who registers, also repeatedly. */
export const registeredMail = (about: About, { waiting, confirmBy }: Place, now: Date): Mail =>
  confirmBy ? toConfirmMail(about, { waiting, confirmBy }, now) : receivedMail(about, waiting)

/** The link only opens a page with the confirm button, because mail programs open links by themselves. */
function toConfirmMail(about: About, { waiting, confirmBy }: { waiting: boolean; confirmBy: Date }, now: Date): Mail {
  const { event, attendee, config } = about
  const until = eventMoment({ eventDate: confirmBy, endsAt: null }, config.timeZone)
  const keepsPlace = !waiting && confirmBy > now
  return {
    to: addressOf(attendee),
    template: 'registration-to-confirm',
    subject: `Confirm your registration for ${event.title}`,
    letter: {
      preheader: keepsPlace
        ? `Confirm until ${until} to keep your place.`
        : 'Your registration waits for you to confirm it.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for registering for ${event.title}.`,
        whenAndWhere(about),
        keepsPlace
          ? `We keep a place for you until ${until}. Please confirm your registration by then: after that the place may go to someone else.`
          : 'Please confirm your registration. You get a place if one is free by then; otherwise you are on the waiting list.',
        'If it was not you, there is nothing you have to do: without a confirmation the registration is deleted.',
      ],
      button: { label: 'Confirm my registration', url: ownLink(about) },
      footer: necessaryFooter(event.title),
    },
  }
}

export function receivedMail(about: About, waiting: boolean): Mail {
  const { event, attendee } = about
  return {
    to: addressOf(attendee),
    template: 'registration-received',
    subject: `We have your registration for ${event.title}`,
    letter: {
      preheader: 'We’ll email you when the organisers have decided.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for registering for ${event.title}.`,
        whenAndWhere(about),
        waiting
          ? 'All places are taken at the moment: you are on the waiting list. We’ll email you when a place is free for you.'
          : 'We’ll email you when the organisers have decided. Once you are approved, that email has your QR code.',
      ],
      button: { label: 'See my registration', url: ownLink(about) },
      footer: cancellableFooter(event.title),
    },
  }
}

type Texts = Pick<Event, 'emailSubject' | 'emailBodyText'>

/** The values of the placeholders. */
export const valuesOf = (about: About): MailValues => ({
  firstName: about.attendee.firstName,
  lastName: about.attendee.lastName,
  eventTitle: about.event.title,
  eventDate: eventMoment(about.event, about.config.timeZone),
  eventPlace: about.event.place || toBeAnnounced,
  companyName: about.attendee.companyName ?? '',
  code: about.attendee.code,
  link: ownLink(about),
})

/** Uses the organisers' texts, if there are any, as plain text. */
export function approvedMail(about: About, payload: string, now: Date, texts: Texts = about.event): Mail {
  const { event, attendee, config } = about
  const calendar = calendarOf(event, config.publicUrl, now)
  const cid = `code-${attendee.id}`
  return {
    to: addressOf(attendee),
    template: 'registration-approved',
    ...confirmationMail(texts, valuesOf(about), { brandingColor: event.brandingColor, cid }),
    attachments: [
      { filename: 'qr-code.png', contentType: 'image/png', content: qrImage(payload).toString('base64'), cid },
      ...(calendar ? [calendarAttachment(calendar)] : []),
    ],
  }
}

export const calendarAttachment = (file: string, method: 'PUBLISH' | 'CANCEL' = 'PUBLISH') => ({
  filename: 'event.ics',
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content: Buffer.from(file).toString('base64'),
})

export function rejectedMail(about: About, reason: string | null): Mail {
  const { event, attendee } = about
  return {
    to: addressOf(attendee),
    template: 'registration-rejected',
    subject: `About your registration for ${event.title}`,
    letter: {
      preheader: 'The organisers have decided about your registration.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for your interest in ${event.title}. This time we cannot offer you a place.`,
        ...(reason ? [reason] : []),
      ],
      button: { label: 'See my registration', url: ownLink(about) },
      footer: cancellableFooter(event.title),
    },
  }
}

/**
 * Offers a free place to the next attendee on the waiting list. The link only opens a page: mail programs open links.
 */
export function offerMail(about: About, expiresAt: Date): Mail {
  const { event, attendee, config } = about
  const until = eventMoment({ eventDate: expiresAt, endsAt: null }, config.timeZone)
  return {
    to: addressOf(attendee),
    template: 'place-offered',
    subject: `A place is free for you: ${event.title}`,
    letter: {
      preheader: `Take it until ${until}.`,
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `A place at ${event.title} has become free, and you are next on the waiting list.`,
        whenAndWhere(about),
        `Please take it until ${until}. After that we offer it to the next person.`,
      ],
      button: { label: 'Take my place', url: ownLink(about) },
      footer: cancellableFooter(event.title),
    },
  }
}

/** Mail to everyone registered for a cancelled event; its attachment removes the event from calendars. */
export function eventCancelledMail({ event, attendee, config }: About, now: Date): Mail {
  const calendar = calendarOf(event, config.publicUrl, now, true)
  return {
    to: addressOf(attendee),
    template: 'event-cancelled',
    subject: `Cancelled: ${event.title}`,
    letter: {
      preheader: 'The organisers have cancelled this event.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `We are sorry: ${event.title} was cancelled.`,
        ...(event.cancellationReason ? [event.cancellationReason] : []),
        whenAndWhere({ event, attendee, config }),
        calendar
          ? 'Open the attached file to take the event out of your calendar. There is nothing else you have to do.'
          : 'There is nothing you have to do.',
      ],
      button: { label: 'See the event', url: linkOf(event, config.publicUrl) },
      footer: necessaryFooter(event.title),
    },
    ...(calendar ? { attachments: [calendarAttachment(calendar, 'CANCEL')] } : {}),
  }
}

/** Mail to an attendee who cancelled; with `hadPlace` its attachment removes the event from calendars. */
export function cancelledMail(about: About, hadPlace: boolean, now: Date): Mail {
  const { event, attendee, config } = about
  const calendar = hadPlace ? calendarOf(event, config.publicUrl, now, true) : undefined
  return {
    to: addressOf(attendee),
    template: 'registration-cancelled',
    subject: `Your registration for ${event.title} is cancelled`,
    letter: {
      preheader: 'You gave your place back.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Your registration for ${event.title} is cancelled.`,
        whenAndWhere(about),
        hadPlace
          ? 'Your place is free for someone else, and your QR code no longer works. Open the attached file to take the event out of your calendar.'
          : 'Thank you for telling us.',
        'Changed your mind? You can register again while registration is open.',
      ],
      button: { label: 'See the event', url: linkOf(event, config.publicUrl) },
      footer: necessaryFooter(event.title),
    },
    ...(calendar ? { attachments: [calendarAttachment(calendar, 'CANCEL')] } : {}),
  }
}
