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
    /** Equal for look-alike names; null for a row of an older release until the next sweep. */
    nameKey: text('name_key'),
    contactPersonName: text('contact_person_name').notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    teamSize: integer('team_size').notNull().default(1),
    /** When the first proof was handed in, after which team size changes do not count at once (docs/decisions/0075). */
    teamSizeFixedAt: moment('team_size_fixed_at'),
    logoUrl: text('logo_url'),
    brandingColor: text('branding_color').notNull().default(defaultBrandingColor),
    totalPoints: integer('total_points').notNull().default(0),
    totalCaloriesBurned: integer('total_calories_burned').notNull().default(0),
    /**
     * The sum of points ÷ people over the ledger, in millionths of a point; each entry uses the team size of its
     * time.
     */
    perPersonMillionths: bigint('per_person_millionths', { mode: 'number' }).notNull().default(0),
    dailyGoal: integer('daily_goal').notNull().default(100),
    userId: uuid('user_id').references(() => users.id),
    /** When the present total was reached, which breaks a tie. */
    reachedAt: moment('reached_at'),
    /** Set for a company hidden from the leaderboard: a test company, or one that requested it. */
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

/**
 * The team sizes of a company, each with its start. The first row comes from the profile, or from the upgrade that
 * added this table.
 */
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

/** Team sizes that companies requested after their first proof. A company has at most one open request. */
export const teamSizeChanges = pgTable(
  'team_size_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    size: integer().notNull(),
    status: text({ enum: teamSizeChangeStates }).notNull(),
    /** The beginning of a day; null for a change that waits or never counted. */
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
 * The transaction in which a company last changed on the leaderboard. A trigger on `companies` (functions.sql) writes
 * it for every change. Rows outlive deleted companies, because a deletion is also a change.
 */
export const leaderboardChanges = pgTable(
  'leaderboard_changes',
  {
    companyId: uuid('company_id').primaryKey(),
    changedIn: transactionId('changed_in').notNull(),
  },
  (table) => [index('leaderboard_changes_changed_in').on(table.changedIn)],
).enableRLS()
