import {
  bigint,
  boolean,
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
import { registrations } from '#server/features/registrations/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Volunteers' links: the right to scan for one event, for a time. */
export const doorPasses = pgTable(
  'door_passes',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    secretHash: text('secret_hash').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [uniqueIndex('door_passes_secret').on(table.secretHash), index('door_passes_event').on(table.eventId)],
).enableRLS()

/** Periods in which administrators opened check-in by hand; scans made meanwhile count, also when they arrive later. */
export const checkInOpenings = pgTable(
  'check_in_openings',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    openedAt: moment('opened_at').notNull(),
    closesAt: moment('closes_at').notNull(),
  },
  (table) => [index('check_in_openings_event').on(table.eventId, table.closesAt)],
).enableRLS()

/** Every scan, including failed ones. A nonce identifies one scan of one device. */
export const doorScans = pgTable(
  'door_scans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    registrationId: uuid('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    result: text({
      enum: ['ok', 'already', 'rejected', 'pending', 'revoked', 'wrong-event', 'invalid', 'closed'],
    }).notNull(),
    gate: text().notNull().default(''),
    /** The administrator's address, or the label of the volunteers' link. */
    scannedBy: text('scanned_by').notNull(),
    nonce: uuid(),
    at: moment('at').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** Set when an offline scan arrived for a person who was inside already. */
    conflict: boolean().notNull().default(false),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    uniqueIndex('door_scans_nonce').on(table.eventId, table.nonce),
    index('door_scans_event').on(table.eventId, table.id.desc()),
    index('door_scans_registration').on(table.registrationId),
  ],
).enableRLS()

/** Check-ins per gate, without undone ones. Triggers on `door_scans` maintain the counts; reads never count. */
export const gateCounts = pgTable(
  'gate_counts',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    gate: text().notNull(),
    checkedIn: integer('checked_in').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.gate] })],
).enableRLS()
