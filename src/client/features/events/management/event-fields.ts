import { z } from 'zod'
import { inputOf, instantOf } from '#client/platform/formats/dates.ts'
import { completeWebAddress } from '#client/platform/formats/web-address.ts'
import { hexColor, limits, text } from '#contract/common.ts'
import {
  defaultCheckInHours,
  type ManagedEvent,
  mostCheckInHours,
  NewEvent,
  offeredEventColor,
} from '#contract/events/endpoints.ts'
import { type ConfirmationChoice, defaultConfirmation, defaultOfferHours } from '#contract/events/rules.ts'

const { title, description, youtubeUrl, emailSubject, emailBodyText } = NewEvent.shape

/** Values of the inputs: dates on the event's clock, numbers as text. */
export interface EventFields {
  title: string
  description: string
  eventDate: string
  endsAt: string
  place: string
  capacity: string
  checkInHoursBefore: string
  checkInHoursAfter: string
  offerHours: string
  confirmation: ConfirmationChoice
  youtubeUrl: string
  brandingColor: string
  emailSubject: string
  emailBodyText: string
}

const hoursTyped = z
  .string()
  .refine((typed) => /^\d{1,3}$/.test(typed) && Number(typed) <= mostCheckInHours, 'Must be between 0 and 168 hours')

/** An untouched date may be in the past, and an existing event may lose its date ("to be announced"). */
export function schemaFor(event: ManagedEvent | undefined) {
  const before = event ? fieldsOf(event).eventDate : undefined
  return z
    .object({
      title,
      description,
      eventDate: z
        .string()
        .refine((typed) => typed !== '' || event !== undefined, 'Event date is required')
        .refine(
          (typed) => typed === '' || typed === before || new Date(instantOf(typed)) > new Date(),
          'Event date must be in the future',
        ),
      endsAt: z.string(),
      place: text({ max: limits.name }),
      capacity: z.string().regex(/^([1-9]\d{0,5}|1000000)?$/, 'Capacity must be at least 1'),
      checkInHoursBefore: hoursTyped,
      checkInHoursAfter: hoursTyped,
      offerHours: hoursTyped,
      confirmation: NewEvent.shape.confirmation.unwrap(),
      youtubeUrl: z.string().transform(completeWebAddress).pipe(youtubeUrl.unwrap().unwrap()),
      brandingColor: hexColor,
      emailSubject: emailSubject.unwrap().unwrap(),
      emailBodyText: emailBodyText.unwrap().unwrap(),
    })
    .refine(({ eventDate, endsAt }) => !endsAt || !eventDate || endsAt > eventDate, {
      path: ['endsAt'],
      message: 'The end must be after the start',
    })
}

export const blankFields: EventFields = {
  title: '',
  description: '',
  eventDate: '',
  endsAt: '',
  place: '',
  capacity: '',
  checkInHoursBefore: String(defaultCheckInHours),
  checkInHoursAfter: String(defaultCheckInHours),
  offerHours: String(defaultOfferHours),
  confirmation: defaultConfirmation,
  youtubeUrl: '',
  brandingColor: offeredEventColor,
  emailSubject: '',
  emailBodyText: '',
}

export const fieldsOf = (event: ManagedEvent): EventFields => ({
  title: event.title,
  description: event.description ?? '',
  eventDate: event.eventDate ? inputOf(event.eventDate) : '',
  endsAt: event.endsAt ? inputOf(event.endsAt) : '',
  place: event.place ?? '',
  capacity: event.capacity === null ? '' : String(event.capacity),
  checkInHoursBefore: String(event.checkInHoursBefore),
  checkInHoursAfter: String(event.checkInHoursAfter),
  offerHours: String(event.offerHours),
  confirmation: event.confirmation,
  youtubeUrl: event.youtubeUrl ?? '',
  brandingColor: event.brandingColor,
  emailSubject: event.emailSubject ?? '',
  emailBodyText: event.emailBodyText ?? '',
})

/** Converts the fields to the request body; blank fields become null. */
export const bodyOf = (fields: EventFields) => ({
  title: fields.title,
  description: fields.description,
  eventDate: fields.eventDate ? instantOf(fields.eventDate) : null,
  // Without a date there is no end.
  endsAt: fields.eventDate && fields.endsAt ? instantOf(fields.endsAt) : null,
  place: fields.place || null,
  capacity: fields.capacity ? Number(fields.capacity) : null,
  checkInHoursBefore: Number(fields.checkInHoursBefore),
  checkInHoursAfter: Number(fields.checkInHoursAfter),
  offerHours: Number(fields.offerHours),
  confirmation: fields.confirmation,
  youtubeUrl: fields.youtubeUrl || null,
  brandingColor: fields.brandingColor,
  emailSubject: fields.emailSubject || null,
  emailBodyText: fields.emailBodyText || null,
})
