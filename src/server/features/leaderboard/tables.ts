import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { DivisionBand } from '#contract/leaderboard/divisions.ts'

/** What organisers set for the boards: one row, or none while nothing was set. */
export const leaderboardSettings = pgTable(
  'leaderboard_settings',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    divisions: jsonb().$type<DivisionBand[]>().notNull(),
  },
  (table) => [check('leaderboard_settings_one_row', sql`${table.isOnlyRow}`)],
)
