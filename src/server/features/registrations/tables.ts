import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { events } from '#server/features/events/tables.ts'
import { toPlainText } from '#server/platform/database/search.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const registrations = pgTable(
  'event_registrations',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    companyName: text('company_name'),
    status: text({ enum: ['pending', 'approved', 'rejected', 'cancelled'] })
      .notNull()
      .default('pending'),
    /** The short code that people say at the door; unique in its event. */
    code: text().notNull(),
    /** The text of the valid QR code; null while none is valid. */
    qrCodePayload: text('qr_code_payload'),
    qrCodeIssuedAt: moment('qr_code_issued_at'),
    /** How many codes were issued; the number of the last one is in its text. */
    issue: integer().notNull().default(0),
    /** Incremented when a new code is issued, which invalidates the links mailed before. */
    linkVersion: integer('link_version').notNull().default(0),
    checkedIn: boolean('checked_in').notNull().default(false),
    checkedInAt: moment('checked_in_at'),
    registeredAt: moment('registered_at').notNull(),
    approvedAt: moment('approved_at'),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id),
    reason: text(),
    noticeVersion: text('notice_version').notNull(),
    /** When the registration went on the waiting list. */
    waitingSince: moment('waiting_since'),
    /** The offer of a free place and its deadline; the registration stays pending until then. */
    offeredAt: moment('offered_at'),
    offerExpiresAt: moment('offer_expires_at'),
    /**
     * Deadline until which an unconfirmed registration keeps its place; such a row is not counted
     * (`conditions-store.ts`).
     */
    confirmBy: moment('confirm_by'),
    /** Hash of the registering network address; set only while the email address is not confirmed. */
    sourceHash: text('source_hash'),
    /** The last mail to this attendee, in the outbox. */
    mailId: uuid('mail_id'),
    mailedAt: moment('mailed_at'),
    /** Set while the status mail is due again: a repeated registration is answered before that mail is posted. */
    mailDueAt: moment('mail_due_at'),
    /** Time of the cancellation email, which each attendee gets once. */
    cancellationMailedAt: moment('cancellation_mailed_at'),
    /** Set when the attendee switched reminders and messages off; emails on the registration still come. */
    mailsOffAt: moment('mails_off_at'),
    /** The text that a search for attendees matches. */
    foundBy: text('found_by').generatedAlwaysAs(
      (): SQL =>
        toPlainText(
          sql`first_name || ' ' || last_name || e'\\n' || email || e'\\n' || phone || e'\\n' || coalesce(company_name, '') || e'\\n' || code`,
        ),
    ),
  },
  (table) => [
    uniqueIndex('registrations_live').on(table.eventId, table.email).where(sql`${table.status} <> 'cancelled'`),
    uniqueIndex('registrations_code').on(table.eventId, table.code),
    index('registrations_order').on(table.eventId, table.registeredAt, table.id),
    index('registrations_name').on(table.eventId, toPlainText(table.lastName), toPlainText(table.firstName), table.id),
    index('registrations_waiting')
      .on(table.eventId, table.registeredAt, table.id)
      .where(sql`${table.status} = 'pending' and ${table.waitingSince} is not null`),
    index('registrations_unconfirmed').on(table.eventId).where(sql`${table.confirmBy} is not null`),
    index('registrations_mail_due').on(table.mailDueAt).where(sql`${table.mailDueAt} is not null`),
    check('registrations_inside', sql`not ${table.checkedIn} or ${table.status} = 'approved'`),
  ],
).enableRLS()

/** Times of the last three mails to an address that anyone can trigger, oldest first; deleted after an hour. */
export const attendeeMails = pgTable(
  'attendee_mails',
  {
    eventId: uuid('event_id').notNull(),
    email: text().notNull(),
    recent: moment('recent').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.email] })],
).enableRLS()
