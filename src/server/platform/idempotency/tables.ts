import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Idempotency keys of completed requests, kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A hash of person, endpoint and key. The key itself is not stored. */
    id: text().primaryKey(),
    /** Detects another input under the same key. */
    fingerprint: text().notNull(),
    /**
     * The answer, encrypted with the request's key, because it may contain a secret. Set in the transaction that
     * inserts the row.
     */
    reply: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('idempotency_keys_created_at').on(table.createdAt)],
).enableRLS()
