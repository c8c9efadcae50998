import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Requests that were done and must not be done again, for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A hash of who asked for what with which key. The key itself is not stored. */
    id: text().primaryKey(),
    /** Tells another input under the same key. */
    fingerprint: text().notNull(),
    /** The answer, encrypted with the key of the request: it may hold a secret. Set in the transaction that makes the row. */
    reply: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('idempotency_keys_created_at').on(table.createdAt)],
).enableRLS()
