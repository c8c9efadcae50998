import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core'

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
