import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { sessions } from '#server/platform/sessions/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The choices of an account; a kind without a row is sent. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    isWanted: boolean('is_wanted').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
).enableRLS()

/**
 * Occasions that a company was emailed. The row shares the email's transaction, so that no occasion is mailed twice.
 */
export const notifications = pgTable(
  'notifications',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** The occasion, for instance the id of the task that opened. */
    occasion: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('notifications_occasion').on(table.companyId, table.kind, table.occasion)],
).enableRLS()

/** The link of each email that switches its kind off. Only its hash is kept. */
export const unsubscribeLinks = pgTable(
  'unsubscribe_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('unsubscribe_links_user').on(table.userId)],
).enableRLS()

/** The keys by which every process identifies itself to push services. One row. */
export const pushKeys = pgTable('push_keys', {
  id: integer().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: moment('created_at').notNull(),
}).enableRLS()

/** Browsers that get notifications. A device is deleted with the session that it belongs to, however that ends. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    sid: text()
      .notNull()
      .references(() => sessions.sid, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_devices_session').on(table.sid),
    uniqueIndex('push_devices_endpoint').on(table.endpoint),
    index('push_devices_user').on(table.userId),
  ],
).enableRLS()

/** Notifications that wait to be handed to a push service, written in the transaction of their email. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: uuid().primaryKey(),
    deviceId: uuid('device_id')
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    title: text().notNull(),
    /** A path of the product. */
    path: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('push_messages_due').on(table.nextAttemptAt, table.id),
    index('push_messages_device').on(table.deviceId),
  ],
).enableRLS()
