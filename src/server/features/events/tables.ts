import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { defaultCheckInHours, defaultEventColor } from '#contract/events/endpoints.ts'
import { confirmationChoices, defaultConfirmation, defaultOfferHours } from '#contract/events/rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Stored in lower case. */
    shortCode: text('short_code').notNull(),
    title: text().notNull(),
    description: text(),
    youtubeUrl: text('youtube_url'),
    /** Null for a date to be announced. */
    eventDate: moment('event_date'),
    endsAt: moment('ends_at'),
    /** When the date last changed, so that no reminder is sent beside the email on a new date. */
    dateChangedAt: moment('date_changed_at'),
    place: text(),
    capacity: integer(),
    checkInHoursBefore: integer('check_in_hours_before').notNull().default(defaultCheckInHours),
    checkInHoursAfter: integer('check_in_hours_after').notNull().default(defaultCheckInHours),
    /** Hours for which a free place is offered to the waiting list; 0 means never. */
    offerHours: integer('offer_hours').notNull().default(defaultOfferHours),
    /** The cases in which an attendee must confirm the email address to keep the place. */
    confirmation: text({ enum: confirmationChoices }).notNull().default(defaultConfirmation),
    brandingColor: text('branding_color').notNull().default(defaultEventColor),
    isActive: boolean('is_active').notNull().default(true),
    /** Final; every registered attendee is emailed. */
    cancelledAt: moment('cancelled_at'),
    cancellationReason: text('cancellation_reason'),
    emailSubject: text('email_subject'),
    emailBodyText: text('email_body_text'),
    /** Signs the codes of this event (PKCS 8, base64) and the attendees' links; never leaves the server. */
    signingKey: text('signing_key').notNull(),
    /** Verifies the codes, also on an offline device (SPKI, base64). */
    publicKey: text('public_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('events_short_code').on(table.shortCode), index('events_date').on(table.eventDate)],
).enableRLS()

/** Registrations per event and state. Triggers (registrations/functions.sql) maintain the counts; reads never count. */
export const eventCounts = pgTable('event_counts', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  pending: integer().notNull().default(0),
  approved: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  cancelled: integer().notNull().default(0),
  checkedIn: integer('checked_in').notNull().default(0),
}).enableRLS()
