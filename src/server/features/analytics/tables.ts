import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#server/features/companies/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'

const total = (name: string) => integer(name).notNull().default(0)

/**
 * What a company did on a day: points and calories of the ledger by the day they count for, proofs by the day of submission and
 * their present state. Kept by the triggers in functions.sql on `task_proofs` and `point_entries`, never written by code (docs/decisions/0033).
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
 * How many proofs of a task were submitted on a day, by their present state. Kept by the triggers in functions.sql. A task and day has
 * several rows, by connection: the day's proofs of a task are decided at the same time, and would all wait for one.
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
 * How many proofs got their first decision on a day, by the whole minutes they had waited. Kept by the triggers in functions.sql. A day and
 * time has several rows, by connection: reviewers who decide proofs of the same minute do not wait for each other.
 */
export const reviewDays = pgTable(
  'review_days',
  {
    day: date({ mode: 'string' }).notNull(),
    waitedMinutes: integer('waited_minutes').notNull(),
    slot: smallint().notNull(),
    decisions: total('decisions'),
    /** Of these, the first about a company and a task. */
    firstTries: total('first_tries'),
    firstTriesApproved: total('first_tries_approved'),
  },
  (table) => [primaryKey({ columns: [table.day, table.waitedMinutes, table.slot] })],
).enableRLS()

/** How many of the present rejections were made on a day, by reason; empty where none was given. Kept as `review_days`. */
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

/** The time zone whose days these tables have: one row. `days_time_zone()` reads it; another TIME_ZONE at the start rebuilds the days. */
export const companyDaysZone = pgTable(
  'company_days_zone',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    timeZone: text('time_zone').notNull(),
  },
  (table) => [check('company_days_zone_one_row', sql`${table.isOnlyRow}`)],
).enableRLS()
