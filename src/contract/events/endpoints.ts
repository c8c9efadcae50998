import { z } from 'zod'
import { brandColors } from '../branding/branding.ts'
import { boundedText, count, formattedText, hexColor, id, instant, limits, moment, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { confirmationChoices, defaultConfirmation, defaultOfferHours, mostOfferHours } from './rules.ts'

/** The form's default; the stored default differs. */
export const offeredEventColor = brandColors.flame
export const defaultEventColor = brandColors.ink

/** Check-in is open this long before the start and after the end, unless the event says otherwise. */
export const defaultCheckInHours = 12
export const mostCheckInHours = 168

/** The public fields of an active event. */
export const PublicEvent = z.object({
  id,
  shortCode: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  /** Null: the date is to be announced. */
  eventDate: instant.nullable(),
  endsAt: instant.nullable(),
  place: z.string().nullable(),
  brandingColor: z.string(),
  isActive: z.boolean(),
  /** Set once the organisers have cancelled it; that is final. */
  cancelledAt: instant.nullable(),
  /** A free text by the organisers. */
  cancellationReason: z.string().nullable(),
  /** False once the event is over or cancelled. */
  registrationOpen: z.boolean(),
  /** True: new registrations go on the waiting list. */
  full: z.boolean(),
  createdAt: instant,
})
export type PublicEvent = z.output<typeof PublicEvent>

/** Adds the fields for administrators. */
export const ManagedEvent = PublicEvent.extend({
  capacity: count.nullable(),
  checkInHoursBefore: count,
  checkInHoursAfter: count,
  /** Hours for which a free place is offered to the waiting list; 0: organisers decide. */
  offerHours: count,
  /** When new attendees must confirm their email address to keep the place; never without a capacity. */
  confirmation: z.enum(confirmationChoices),
  emailSubject: z.string().nullable(),
  emailBodyText: z.string().nullable(),
  totalRegistrations: count,
  pendingRegistrations: count,
  approvedRegistrations: count,
  checkedInRegistrations: count,
})
export type ManagedEvent = z.output<typeof ManagedEvent>

/** The views of both roles in one reply: an event without all administrator fields is reduced to the public ones. */
const SeenEvent = z.union([ManagedEvent, PublicEvent])

const isYoutube = (value: string) => {
  const { protocol, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && /^(.+\.)?(youtube\.com|youtu\.be|youtube-nocookie\.com)$/.test(hostname)
}

const checkInHours = whole(0, mostCheckInHours)
const eventDate = moment('Event date is required')
const optionalText = (max: number) => text({ max }).nullish()

export const NewEvent = z.strictObject({
  title: text({ min: 1, message: 'Event title is required' }).min(5, 'Title must be at least 5 characters'),
  description: text({ min: 1, max: limits.description, message: 'Description is required' }).min(
    10,
    'Description must be at least 10 characters',
  ),
  eventDate,
  endsAt: moment().nullish(),
  place: optionalText(limits.name),
  capacity: whole(1, 1_000_000, { name: 'Capacity' }).nullish(),
  checkInHoursBefore: checkInHours.default(defaultCheckInHours),
  checkInHoursAfter: checkInHours.default(defaultCheckInHours),
  offerHours: whole(0, mostOfferHours).default(defaultOfferHours),
  confirmation: z.enum(confirmationChoices).default(defaultConfirmation),
  youtubeUrl: text({ max: limits.url, message: 'Must be a valid URL' })
    .refine((value) => value === '' || URL.canParse(value), 'Must be a valid URL')
    .refine((value) => !URL.canParse(value) || isYoutube(value), 'Please enter a valid YouTube URL')
    .nullish(),
  brandingColor: hexColor.default(defaultEventColor),
  emailSubject: optionalText(200),
  emailBodyText: optionalText(limits.description),
})
export type NewEvent = z.input<typeof NewEvent>

/** No defaults: missing fields stay unchanged. Null clears a date: it is then to be announced. */
export const EventChanges = z
  .strictObject({
    ...NewEvent.shape,
    eventDate: eventDate.nullable(),
    brandingColor: hexColor,
    checkInHoursBefore: checkInHours,
    checkInHoursAfter: checkInHours,
    offerHours: NewEvent.shape.offerHours.unwrap(),
    confirmation: NewEvent.shape.confirmation.unwrap(),
    isActive: z.boolean(),
  })
  .partial()
export type EventChanges = z.input<typeof EventChanges>

const params = z.object({ id })
/** Eight characters without look-alikes; case-insensitive. */
export const shortCode = formattedText(/^[0-9a-z]{8}$/i, { max: 8, message: 'Invalid code' })
export const eventKey = z.object({ id: z.union([id, shortCode]) })

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'public',
  summary:
    'Events, the next one first: all with counts and mail texts for administrators, active ones for everybody else',
  reply: z.array(SeenEvent),
})

export const readEvent = endpoint({
  method: 'GET',
  path: '/events/:id',
  access: 'public',
  summary: 'One event by id or short code; inactive ones for administrators only',
  params: eventKey,
  reply: SeenEvent,
  problems: ['event-gone'],
})

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  idempotent: true,
  access: 'administrator',
  summary: 'Create an event; its public link is /e/{shortCode}',
  body: NewEvent,
  reply: ManagedEvent,
  status: 201,
})

export const editEvent = endpoint({
  method: 'PATCH',
  path: '/events/:id',
  access: 'administrator',
  summary: 'Edit, activate or deactivate an event; a cancelled one can only be activated and deactivated',
  params,
  body: EventChanges,
  reply: ManagedEvent,
  problems: ['event-gone', 'event-cancelled'],
})

const EventCancellation = z.strictObject({ reason: optionalText(limits.notes) })

/** Final and idempotent: every pending or approved attendee gets one email, also on a repeat. */
export const cancelEvent = endpoint({
  method: 'POST',
  path: '/events/:id/cancellation',
  access: 'administrator',
  summary: 'Cancel an event and email everyone who is registered',
  params,
  body: EventCancellation,
  reply: ManagedEvent,
  problems: ['event-gone', 'event-over'],
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/:id',
  access: 'administrator',
  summary: 'Delete an event that nobody registered for',
  params,
  reply: z.object({ message: z.string() }),
  problems: ['event-gone', 'event-in-use'],
})

/** Public like the event, for calendars. */
export const downloadCalendar = endpoint({
  method: 'GET',
  path: '/events/:id/calendar.ics',
  access: 'public',
  summary: 'The event for a calendar',
  params: eventKey,
  reply: z.string(),
  contentType: 'text/calendar',
  problems: ['event-gone'],
})

/** The preview card of a shared link. */
export const readEventCard = endpoint({
  method: 'GET',
  path: '/events/:id/card.png',
  access: 'public',
  summary: 'A picture with the title, date and colour of an active event, for previews of its link',
  params: eventKey,
  query: z.strictObject({ v: boundedText(40).optional() }),
  reply: z.string(),
  contentType: 'image/png',
  otherStatuses: { 304: 'The card with this `ETag` is still the current one' },
  problems: ['event-gone'],
})
