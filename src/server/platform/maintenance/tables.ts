import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One row while operators have paused changes, else none. */
export const maintenance = pgTable(
  'maintenance',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    /** The sentence for people. */
    sentence: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('maintenance_one_row', sql`${table.isOnlyRow}`)],
).enableRLS()
