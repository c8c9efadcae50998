import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The people, companies and registrations that were erased on request; a restore erases them again
 * (docs/decisions/0057).
 */
export const erasures = pgTable('erasures', {
  /** SHA-256 of the row's id; it reveals nothing without the row. */
  idHash: text('id_hash').primaryKey(),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
}).enableRLS()
