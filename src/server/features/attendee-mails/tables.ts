import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { events } from '#server/features/events/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Date and place of an event, as its attendees know them. */
export type WhenAndWhere = { eventDate: string | null; endsAt: string | null; place: string | null }

/** A change of date or place that attendees are mailed. It collects further changes until it is due. */
export const eventMoves = pgTable(
  'event_moves',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    before: jsonb().$type<WhenAndWhere>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Time of the last change; attendees who registered later know it. */
    changedAt: moment('changed_at').notNull(),
    dueAt: moment('due_at').notNull(),
    /** Set when the emails begin. */
    after: jsonb().$type<WhenAndWhere>(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('event_moves_open').on(table.eventId).where(sql`${table.startedAt} is null`),
    index('event_moves_unfinished').on(table.eventId).where(sql`${table.finishedAt} is null`),
  ],
).enableRLS()

/** An email that an attendee gets once. Its row shares the posting transaction; the unique index refuses a second. */
export const attendeeNotices = pgTable(
  'attendee_notices',
  {
    registrationId: uuid('registration_id')
      .notNull()
      .references(() => registrations.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['reminder', 'moved', 'message'] }).notNull(),
    /** The date of a reminder, or the id of a move or a message. */
    subject: text().notNull(),
    /** The id of the email in the outbox. */
    mailId: uuid('mail_id').notNull(),
    postedAt: moment('posted_at').notNull(),
  },
  (table) => [
    uniqueIndex('attendee_notices_once').on(table.registrationId, table.kind, table.subject),
    index('attendee_notices_subject').on(table.subject),
  ],
).enableRLS()

/** Messages of the organisers to the attendees of an event. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    audience: text({ enum: ['all', 'approved', 'absent'] }).notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Counted when it was sent, and once more when the last email was posted. */
    recipients: integer().notNull(),
    sentBy: uuid('sent_by').references(() => users.id),
    sentAt: moment('sent_at').notNull(),
    /** When the last email was posted. */
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('event_messages_order').on(table.eventId, table.sentAt, table.id),
    index('event_messages_unfinished').on(table.id).where(sql`${table.finishedAt} is null`),
  ],
).enableRLS()
