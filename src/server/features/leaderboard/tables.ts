import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DivisionBand } from '#contract/leaderboard/divisions.ts'
import { companies } from '#server/features/companies/tables.ts'

/** The organisers' settings of the boards: one row, or none until they are saved. */
export const leaderboardSettings = pgTable(
  'leaderboard_settings',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    divisions: jsonb().$type<DivisionBand[]>().notNull(),
  },
  (table) => [check('leaderboard_settings_one_row', sql`${table.isOnlyRow}`)],
).enableRLS()

/** The top three at the last run, to detect companies that enter it. */
export const topThree = pgTable(
  'top_three',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    enteredAt: timestamp('entered_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('top_three_company').on(table.companyId)],
).enableRLS()
