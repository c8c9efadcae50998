import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const period = {
  from: date('from_day', { mode: 'string' }).notNull(),
  to: date('to_day', { mode: 'string' }).notNull(),
}

/** A batch of reports for all companies. Kept as long as its reports, to show if every company was emailed. */
export const reportBatches = pgTable(
  'report_batches',
  {
    id: uuid().primaryKey().defaultRandom(),
    ...period,
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    // Allows a single unfinished batch: two concurrent batches would email everyone twice.
    uniqueIndex('report_batches_under_way')
      .on(sql`(${table.finishedAt} is null)`)
      .where(sql`${table.finishedAt} is null`),
    index('report_batches_created').on(table.createdAt),
  ],
).enableRLS()

/**
 * A report, from its request until its deletion after thirty days. The row has the numbers; the PDF is a file named
 * after the id.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['challenge', 'company'] }).notNull(),
    companyId: uuid('company_id').references(() => companies.id),
    ...period,
    batchId: uuid('batch_id').references(() => reportBatches.id),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['working', 'ready', 'failed'] })
      .notNull()
      .default('working'),
    progress: integer().notNull().default(0),
    /** Counted when an attempt begins, so a report that kills its process is not retried for ever. */
    attempts: integer().notNull().default(0),
    numbers: jsonb().$type<ReportNumbers>(),
    size: integer(),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
    /** Set in the transaction that posts the email. */
    emailedAt: moment('emailed_at'),
  },
  (table) => [
    index('reports_company').on(table.companyId, table.createdAt, table.id),
    index('reports_created').on(table.createdAt, table.id),
    index('reports_batch').on(table.batchId, table.state, table.id),
    check('reports_company_of_kind', sql`(${table.kind} = 'company') = (${table.companyId} is not null)`),
  ],
).enableRLS()
