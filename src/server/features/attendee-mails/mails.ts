import type { MailContent } from '#contract/branding/mail-layout.ts'
import { necessaryFooter, registeredFooter } from '#contract/events/confirmation.ts'
import { fillIn, paragraphsOf } from '#contract/events/mail-text.ts'
import { eventMoment, toBeAnnounced } from '#contract/events/moment.ts'
import { calendarOf, type Event, linkOf } from '#server/features/events/service.ts'
import {
  calendarAttachment,
  headlineOf,
  type MailContext,
  ownLink,
  qrImage,
  valuesOf,
  whenAndWhere,
} from '#server/features/registrations/service.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf } from '#server/platform/mail/recipient.ts'
import { unsubscribeToken } from './unsubscribing/token.ts'

/** The unsubscribe links of every optional email. */
function unsubscribeLinks({ event, attendee, config }: MailContext): NonNullable<MailContent['unsubscribe']> {
  const token = unsubscribeToken(event, attendee)
  return {
    label: 'Stop reminders and messages about this event',
    url: `${linkOf(event, config.publicUrl)}?u=${token}`,
    oneClickUrl: `${config.publicUrl}/api/events/${event.shortCode}/registration/unsubscription?token=${token}`,
  }
}

/** Mail to everyone with a place, a day before, with all that the entrance needs. */
export function reminderMail(context: MailContext, payload: string, now: Date): Mail {
  const { event, attendee, config } = context
  const { code } = attendee
  const calendar = calendarOf(event, config.publicUrl, now)
  const cid = `code-${attendee.id}`
  return {
    to: addressOf(attendee),
    template: 'event-reminder',
    subject: `Reminder: ${event.title}`,
    content: {
      preheader: `${eventMoment(event, config.timeZone)}. Your QR code for the entrance is inside.`,
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `${event.title} is about to start, and you have a place.`,
        whenAndWhere(context),
        `Show the QR code at the entrance, on your phone or printed. If it cannot be scanned, say your code: ${code}`,
        'Can’t come? Cancel your registration with the link below, so that someone else can have your place.',
      ],
      picture: {
        cid,
        alt: `QR code. If you cannot see it, your code is ${code}.`,
        width: 280,
        caption: `Your code: ${code}`,
      },
      button: { label: 'See or cancel my registration', url: ownLink(context) },
      footer: registeredFooter(event.title),
      unsubscribe: unsubscribeLinks(context),
    },
    attachments: [
      { filename: 'qr-code.png', contentType: 'image/png', content: qrImage(payload).toString('base64'), cid },
      ...(calendar ? [calendarAttachment(calendar)] : []),
    ],
  }
}

type Moved = { before: Pick<Event, 'eventDate' | 'endsAt' | 'place'>; status: string }

/** Mail to everyone registered when date or place change: old and new values, and a file that updates calendars. */
export function movedMail(context: MailContext, { before, status }: Moved, now: Date): Mail {
  const { event, attendee, config } = context
  const calendar = calendarOf(event, config.publicUrl, now)
  const dates = [before, event].map((dated) => eventMoment(dated, config.timeZone))
  const places = [before, event].map(({ place }) => place || toBeAnnounced)
  const changes = [
    ...(dates[0] === dates[1] ? [] : [`New date: ${dates[1]}\nBefore: ${dates[0]}`]),
    ...(places[0] === places[1] ? [] : [`New place: ${places[1]}\nBefore: ${places[0]}`]),
  ]
  const kept = status === 'approved' ? 'Your place and your QR code stay valid.' : 'Your registration stays as it is.'
  return {
    to: addressOf(attendee),
    template: 'event-moved',
    subject: `Changed: ${event.title}`,
    content: {
      preheader: changes.map((change) => change.split('\n')[0]).join('. '),
      headline: headlineOf(event),
      greeting: greetingOf(attendee),
      paragraphs: [
        `The organisers have changed when or where ${event.title} takes place.`,
        ...changes,
        ...(changes.length === 1 ? [unchanged(dates, places)] : []),
        calendar ? `${kept} Open the attached file to update your calendar.` : kept,
        'Can’t come any more? Cancel your registration with the link below, so that someone else can have your place.',
      ],
      button: { label: 'See or cancel my registration', url: ownLink(context) },
      footer: necessaryFooter(event.title),
    },
    ...(calendar ? { attachments: [calendarAttachment(calendar)] } : {}),
  }
}

/** Repeats the unchanged value, so that nobody has to find it in an older email. */
const unchanged = ([, date]: string[], [placeBefore, place]: string[]) =>
  placeBefore === place ? `Place, as before: ${place}` : `Date, as before: ${date}`

/** A message of the organisers as plain text. They also write the greeting. */
export function messageMail(context: MailContext, { subject, text }: { subject: string; text: string }): Mail {
  const { event, attendee } = context
  const values = valuesOf(context)
  const paragraphs = paragraphsOf(text, values)
  return {
    to: addressOf(attendee),
    template: 'event-message',
    subject: fillIn(subject, values),
    content: {
      preheader: (paragraphs[0] ?? '').slice(0, 120),
      headline: headlineOf(event),
      greeting: '',
      paragraphs,
      button: { label: 'See my registration', url: ownLink(context) },
      footer: `The organisers wrote this message. ${registeredFooter(event.title)}`,
      unsubscribe: unsubscribeLinks(context),
    },
  }
}
