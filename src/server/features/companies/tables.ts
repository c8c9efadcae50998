import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { defaultBrandingColor } from '#contract/companies/endpoints.ts'
import { teamSizeChangeStates } from '#contract/companies/team-size-changes.ts'
import { users } from '#server/features/auth/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Equal for names that look alike; null for a row of a release before, until the next sweep. */
    nameKey: text('name_key'),
    contactPersonName: text('contact_person_name').notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    teamSize: integer('team_size').notNull().default(1),
    /** When the first proof was handed in; from then on the company's changes of its size do not count at once (docs/decisions/0075). */
    teamSizeFixedAt: moment('team_size_fixed_at'),
    logoUrl: text('logo_url'),
    brandingColor: text('branding_color').notNull().default(defaultBrandingColor),
    totalPoints: integer('total_points').notNull().default(0),
    totalCaloriesBurned: integer('total_calories_burned').notNull().default(0),
    /** The sum of points ÷ people over the ledger, each entry with the team size it was made with, in millionths of a point. */
    perPersonMillionths: bigint('per_person_millionths', { mode: 'number' }).notNull().default(0),
    dailyGoal: integer('daily_goal').notNull().default(100),
    userId: uuid('user_id').references(() => users.id),
    /** When the present total was reached; what breaks a tie. */
    reachedAt: moment('reached_at'),
    /** Not on the leaderboard: a test company, or one that asked. */
    hiddenAt: moment('hidden_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('companies_email').on(table.email),
    uniqueIndex('companies_name_key').on(table.nameKey),
    uniqueIndex('companies_user').on(table.userId),
    index('companies_board').on(table.totalPoints.desc(), table.reachedAt).where(sql`${table.hiddenAt} is null`),
    check('companies_team_size', sql`${table.teamSize} >= 1`),
  ],
).enableRLS()

/** Which team size a company had since when. The first row is that of the profile, or of the upgrade that began to keep them. */
export const companySizes = pgTable(
  'company_sizes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    size: integer().notNull(),
    since: moment('since').notNull(),
    changedBy: uuid('changed_by').references(() => users.id),
  },
  (table) => [index('company_sizes_company').on(table.companyId, table.id.desc())],
).enableRLS()

/** Team sizes that companies asked for after their first proof. A company has at most one that is still open. */
export const teamSizeChanges = pgTable(
  'team_size_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    size: integer().notNull(),
    status: text({ enum: teamSizeChangeStates }).notNull(),
    /** The beginning of a day; null while it waits, and where it never counted. */
    countsFrom: moment('counts_from'),
    askedAt: moment('asked_at').notNull(),
    askedBy: uuid('asked_by').references(() => users.id),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('team_size_changes_open').on(table.companyId).where(sql`${table.status} in ('waiting', 'approved')`),
    index('team_size_changes_company').on(table.companyId, table.askedAt),
    check('team_size_changes_size', sql`${table.size} >= 1`),
    check(
      'team_size_changes_status',
      sql`${table.status} in ('waiting', 'approved', 'rejected', 'counted', 'withdrawn')`,
    ),
  ],
).enableRLS()

/** A transaction's number that never wraps around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * In which transaction a company last changed in a way that the leaderboard shows. Written by a trigger on `companies` (functions.sql),
 * whoever changes them; outlives a deleted company, which also is a change.
 */
export const leaderboardChanges = pgTable(
  'leaderboard_changes',
  {
    companyId: uuid('company_id').primaryKey(),
    changedIn: transactionId('changed_in').notNull(),
  },
  (table) => [index('leaderboard_changes_changed_in').on(table.changedIn)],
).enableRLS()
