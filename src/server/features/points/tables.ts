import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The ledger. Append-only: a trigger refuses changes and deletions; totals on companies are its cached sums. */
export const pointEntries = pgTable(
  'point_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    /** A proof, which comes after points: its foreign key is in the database (migration 0002) and not declared here. */
    proofId: uuid('proof_id'),
    kind: text().$type<'approve' | 'reverse' | 'adjust'>().notNull(),
    points: integer().notNull(),
    calories: integer().notNull(),
    /** People in the team when it was approved or adjusted; a reversal has that of the approval it takes back. */
    teamSize: integer('team_size').notNull(),
    effectiveAt: moment('effective_at').notNull(),
    at: moment('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    reason: text(),
  },
  (table) => [
    index('point_entries_company').on(table.companyId, table.id.desc()),
    index('point_entries_proof').on(table.proofId),
  ],
).enableRLS()
