import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The append-only ledger: a trigger refuses updates and deletes. The totals on companies are its cached sums. */
export const pointEntries = pgTable(
  'point_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    /**
     * The proof of the entry. Migration 0002 declares its foreign key, because the proofs slice depends on this slice.
     */
    proofId: uuid('proof_id'),
    kind: text().$type<'approve' | 'reverse' | 'adjust'>().notNull(),
    points: integer().notNull(),
    calories: integer().notNull(),
    /** Team size at the approval or adjustment; a reversal repeats the size of its approval. */
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
