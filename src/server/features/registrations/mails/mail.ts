import { cancellableFooter, confirmationMail, necessaryFooter } from '#contract/events/confirmation.ts'
import type { MailValues } from '#contract/events/mail-text.ts'
import { eventMoment, eventStart, toBeAnnounced } from '#contract/events/moment.ts'
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
export type MailContext = { event: Event; attendee: Attendee; config: Pick<Config, 'publicUrl' | 'timeZone'> }

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

export const ownLink = ({ event, attendee, config }: MailContext) =>
  `${linkOf(event, config.publicUrl)}?r=${ownToken(event, attendee)}`

export const headlineOf = ({ title, brandingColor }: Event) => ({ title, color: brandingColor })

export const whenAndWhere = ({ event, config }: MailContext) =>
  [`Date: ${eventMoment(event, config.timeZone)}`, event.place && `Place: ${event.place}`].filter(Boolean).join('\n')

type Place = { waiting: boolean; confirmBy: Date | null }

/** Mail to a person who registers, also repeatedly. */
export const registeredMail = (context: MailContext, { waiting, confirmBy }: Place, now: Date): Mail =>
  confirmBy ? toConfirmMail(context, { waiting, confirmBy }, now) : receivedMail(context, waiting)

/** The link only opens a page with the confirm button, because mail programs open links by themselves. */
function toConfirmMail(
  context: MailContext,
  { waiting, confirmBy }: { waiting: boolean; confirmBy: Date },
  now: Date,
): Mail {
  const { event, attendee, config } = context
  const deadline = eventMoment({ eventDate: confirmBy, endsAt: null }, config.timeZone)
  const keepsPlace = !waiting && confirmBy > now
  return {
    to: addressOf(attendee),
    template: 'registration-to-confirm',
    subject: `Confirm your registration for ${event.title}`,
    content: {
      preheader: keepsPlace
        ? `Confirm by ${deadline} to keep your place.`
        : 'Your registration waits for you to confirm it.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for registering for ${event.title}.`,
        whenAndWhere(context),
        keepsPlace
          ? `Please confirm your registration by ${deadline}. After that your place may go to someone else.`
          : 'Please confirm your registration. You get a place if one is free by then; otherwise you are on the waiting list.',
        'If it was not you, there is nothing you have to do: without a confirmation the registration is deleted.',
      ],
      button: { label: 'Confirm my registration', url: ownLink(context) },
      footer: necessaryFooter(event.title),
    },
  }
}

/** `offerComesAt`: the attendee is next on the waiting list, and the offer waits for the morning. */
export function receivedMail(context: MailContext, waiting: boolean, offerComesAt?: Date): Mail {
  const { event, attendee, config } = context
  return {
    to: addressOf(attendee),
    template: 'registration-received',
    subject: `We have your registration for ${event.title}`,
    content: {
      preheader: offerComesAt
        ? 'You are next on the waiting list.'
        : waiting
          ? 'You are on the waiting list.'
          : 'We’ll email you when the organisers have decided.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for registering for ${event.title}.`,
        whenAndWhere(context),
        offerComesAt
          ? `A place has become free, and you are next on the waiting list. We’ll offer it to you by email on ${eventStart(offerComesAt, config.timeZone)}.`
          : waiting
            ? 'All places are taken at the moment: you are on the waiting list. We’ll email you when a place is free for you.'
            : 'We’ll email you when the organisers have decided. Once you are approved, that email has your QR code.',
      ],
      button: { label: 'See my registration', url: ownLink(context) },
      footer: cancellableFooter(event.title),
    },
  }
}

type Texts = Pick<Event, 'emailSubject' | 'emailBodyText'>

/** The values of the placeholders. */
export const valuesOf = (context: MailContext): MailValues => ({
  firstName: context.attendee.firstName,
  lastName: context.attendee.lastName,
  eventTitle: context.event.title,
  eventDate: eventMoment(context.event, context.config.timeZone),
  eventPlace: context.event.place || toBeAnnounced,
  companyName: context.attendee.companyName ?? '',
  code: context.attendee.code,
  link: ownLink(context),
})

/** Uses the organisers' texts, if there are any, as plain text. */
export function approvedMail(context: MailContext, payload: string, now: Date, texts: Texts = context.event): Mail {
  const { event, attendee, config } = context
  const calendar = calendarOf(event, config.publicUrl, now)
  const cid = `code-${attendee.id}`
  return {
    to: addressOf(attendee),
    template: 'registration-approved',
    ...confirmationMail(texts, valuesOf(context), { brandingColor: event.brandingColor, cid }),
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

export function rejectedMail(context: MailContext, reason: string | null): Mail {
  const { event, attendee } = context
  return {
    to: addressOf(attendee),
    template: 'registration-rejected',
    subject: `About your registration for ${event.title}`,
    content: {
      preheader: 'The organisers have decided about your registration.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Thank you for your interest in ${event.title}. This time we cannot offer you a place.`,
        ...(reason ? [reason] : []),
      ],
      button: { label: 'See my registration', url: ownLink(context) },
      footer: cancellableFooter(event.title),
    },
  }
}

/**
 * Offers a free place to the next attendee on the waiting list. The link only opens a page: mail programs open links.
 */
export function offerMail(context: MailContext, expiresAt: Date): Mail {
  const { event, attendee, config } = context
  const deadline = eventMoment({ eventDate: expiresAt, endsAt: null }, config.timeZone)
  return {
    to: addressOf(attendee),
    template: 'place-offered',
    subject: `A place is free for you: ${event.title}`,
    content: {
      preheader: `Take it by ${deadline}.`,
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `A place at ${event.title} has become free, and you are next on the waiting list.`,
        whenAndWhere(context),
        `Please take it by ${deadline}. After that we offer it to the next person.`,
      ],
      button: { label: 'Take my place', url: ownLink(context) },
      footer: cancellableFooter(event.title),
    },
  }
}

/** Mail to everyone registered for a cancelled event; its attachment removes the event from calendars. */
export function eventCancelledMail({ event, attendee, config }: MailContext, now: Date): Mail {
  const calendar = calendarOf(event, config.publicUrl, now, true)
  return {
    to: addressOf(attendee),
    template: 'event-cancelled',
    subject: `Cancelled: ${event.title}`,
    content: {
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
export function cancelledMail(context: MailContext, hadPlace: boolean, now: Date): Mail {
  const { event, attendee, config } = context
  const calendar = hadPlace ? calendarOf(event, config.publicUrl, now, true) : undefined
  return {
    to: addressOf(attendee),
    template: 'registration-cancelled',
    subject: `Your registration for ${event.title} is cancelled`,
    content: {
      preheader: 'You cancelled your place.',
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `Your registration for ${event.title} is cancelled.`,
        whenAndWhere(context),
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
