import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const attempts = pgTable(
  'attempts',
  {
    /** The limit and a hash of its subject, for instance `forgotten:` and a hashed email address. */
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEnds: timestamp('window_ends', { withTimezone: true }).notNull(),
  },
  (table) => [index('attempts_window_ends').on(table.windowEnds)],
).enableRLS()
