import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { DivisionBand } from '#contract/leaderboard/divisions.ts'

/** A transaction's number that never wraps around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * In which transaction a company last changed in a way that the board shows. Written by a trigger on `companies`, whoever changes
 * them; outlives a deleted company, which also is a change.
 */
export const leaderboardChanges = pgTable(
  'leaderboard_changes',
  {
    companyId: uuid('company_id').primaryKey(),
    changedIn: transactionId('changed_in').notNull(),
  },
  (table) => [index('leaderboard_changes_changed_in').on(table.changedIn)],
)

/** What organisers set for the boards: one row, or none while nothing was set. */
export const leaderboardSettings = pgTable(
  'leaderboard_settings',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    divisions: jsonb().$type<DivisionBand[]>().notNull(),
  },
  (table) => [check('leaderboard_settings_one_row', sql`${table.isOnlyRow}`)],
)
