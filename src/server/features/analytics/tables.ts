import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#server/features/companies/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'

const total = (name: string) => integer(name).notNull().default(0)

/**
 * A company's sums per day: points and calories by the ledger's effective day, proofs by submission day and present
 * state. Triggers in functions.sql on `task_proofs` and `point_entries` maintain them; code never writes them
 * (docs/decisions/0033).
 */
export const companyDays = pgTable(
  'company_days',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    points: total('points'),
    calories: total('calories'),
    pending: total('pending'),
    approved: total('approved'),
    rejected: total('rejected'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] }), index('company_days_day').on(table.day)],
).enableRLS()

/**
 * Proofs of a task by submission day and present state. Triggers in functions.sql maintain them. Each task and day has
 * several rows, chosen by connection, so concurrent decisions do not wait for a single row.
 */
export const taskDays = pgTable(
  'task_days',
  {
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    slot: smallint().notNull(),
    pending: total('pending'),
    approved: total('approved'),
    rejected: total('rejected'),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.day, table.slot] })],
).enableRLS()

/**
 * First decisions by day and by whole minutes of waiting. Triggers in functions.sql maintain them. Each day and time
 * has several rows, chosen by connection, so reviewers do not wait for each other.
 */
export const reviewDays = pgTable(
  'review_days',
  {
    day: date({ mode: 'string' }).notNull(),
    waitedMinutes: integer('waited_minutes').notNull(),
    slot: smallint().notNull(),
    decisions: total('decisions'),
    /** Decisions of the company's first proof for a task. */
    firstTries: total('first_tries'),
    firstTriesApproved: total('first_tries_approved'),
  },
  (table) => [primaryKey({ columns: [table.day, table.waitedMinutes, table.slot] })],
).enableRLS()

/**
 * Present rejections by day and reason; the reason is empty if none was given. Maintained in the same way as
 * `review_days`.
 */
export const rejectionDays = pgTable(
  'rejection_days',
  {
    day: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    slot: smallint().notNull(),
    rejections: total('rejections'),
  },
  (table) => [primaryKey({ columns: [table.day, table.reason, table.slot] })],
).enableRLS()

/**
 * The time zone of the kept days, in a single row. `days_time_zone()` reads it; a start with another TIME_ZONE rebuilds
 * the days.
 */
export const companyDaysZone = pgTable(
  'company_days_zone',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    timeZone: text('time_zone').notNull(),
  },
  (table) => [check('company_days_zone_one_row', sql`${table.isOnlyRow}`)],
).enableRLS()
