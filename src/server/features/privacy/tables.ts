import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Whom a restore must not bring back: each person, company and registration that was erased on request (docs/decisions/0057). */
export const erasures = pgTable('erasures', {
  /** SHA-256 of the id of its row: it says nothing about anybody who is not in the rows. */
  idHash: text('id_hash').primaryKey(),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
}).enableRLS()
