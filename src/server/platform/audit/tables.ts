import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Append-only: a trigger refuses changes and deletions. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    actorId: uuid('actor_id'),
    /** The actor's name at that time: the entry must stay readable when the account changes. */
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: text('subject_id'),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_entries_at').on(table.at.desc(), table.id.desc()),
    // Index for the history of one subject, without a scan of the whole log.
    index('audit_entries_subject').on(table.subjectId, table.at),
    // Partial index for counting reopened decisions by day.
    index('audit_entries_reopened').on(table.at).where(sql`${table.action} = 'reopened proof'`),
  ],
).enableRLS()
