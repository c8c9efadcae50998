import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { companyOrders } from '#contract/companies/endpoints.ts'
import { users } from '#server/features/auth/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type ListQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { placeholder, prepareStatement } from '#server/platform/database/prepared.ts'
import { rowsOf } from '#server/platform/database/rows.ts'
import { containing, toPlainText } from '#server/platform/database/search.ts'
import { isRanked, officialRank } from './official-rank-store.ts'
import { companies, companySizes } from './tables.ts'

export type Company = typeof companies.$inferSelect

export async function find(db: Db, id: string): Promise<Company | undefined> {
  const [company] = await db.select().from(companies).where(eq(companies.id, id))
  return company
}

export async function lock(tx: Tx, id: string): Promise<Company | undefined> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, id)).for('update')
  return company
}

/** True when the account of the company was erased. */
export async function isErased(db: Db, { userId }: Pick<Company, 'userId'>): Promise<boolean> {
  return userId !== null && (await db.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0
}

export const count = (db: Db): Promise<number> => db.$count(companies)

export async function all(db: Db): Promise<Company[]> {
  return db.select().from(companies).orderBy(toPlainText(companies.name), companies.id)
}

export async function insert(tx: Tx, company: typeof companies.$inferInsert): Promise<Company> {
  const [created] = await tx.insert(companies).values(company).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

export async function update(tx: Tx, id: string, changes: Partial<typeof companies.$inferInsert>): Promise<Company> {
  const [changed] = await tx.update(companies).set(changes).where(eq(companies.id, id)).returning()
  if (!changed) throw new Error('update returned no row')
  return changed
}

/** Idempotent: later calls write and lock nothing. */
export async function fixTeamSize(tx: Tx, id: string, at: Date) {
  const isFree = and(eq(companies.id, id), isNull(companies.teamSizeFixedAt))
  await tx.update(companies).set({ teamSizeFixedAt: at }).where(isFree)
}

export async function lockWithoutNameKey(tx: Tx, limit: number) {
  return tx
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(isNull(companies.nameKey))
    .orderBy(companies.createdAt, companies.id)
    .limit(limit)
    .for('update')
}

export async function listTakenNameKeys(db: Db, keys: string[]) {
  const taken = await db.select({ key: companies.nameKey }).from(companies).where(inArray(companies.nameKey, keys))
  return taken.map(({ key }) => key)
}

// Lists a user without a company with the data of the signup.
const row = {
  id: sql<string>`coalesce(${companies.id}, ${users.id})`,
  profileComplete: sql<boolean>`${companies.id} is not null`,
  name: sql<string>`coalesce(${companies.name}, ${users.draft} ->> 'companyName', '')`,
  contactPersonName: sql<string>`coalesce(${companies.contactPersonName}, ${users.draft} ->> 'contactPersonName', '')`,
  email: sql<string>`coalesce(${companies.email}, ${users.email})`,
  loginEmail: users.email,
  phone: sql<string>`coalesce(${companies.phone}, ${users.draft} ->> 'phone', '')`,
  teamSize: companies.teamSize,
  totalPoints: companies.totalPoints,
  totalCaloriesBurned: companies.totalCaloriesBurned,
  logoUrl: companies.logoUrl,
  brandingColor: companies.brandingColor,
  hidden: sql<boolean>`${companies.hiddenAt} is not null`,
  disabled: sql<boolean>`${users.disabledAt} is not null`,
  createdAt: sql<Date>`coalesce(${companies.createdAt}, ${users.createdAt})`.mapWith(companies.createdAt),
  userId: users.id,
}

const columns: Record<(typeof companyOrders)[number], SQL> = {
  name: toPlainText(row.name),
  contactPersonName: toPlainText(row.contactPersonName),
  email: row.email,
  teamSize: sql`coalesce(${companies.teamSize}, 0)`,
  totalPoints: sql`coalesce(${companies.totalPoints}, 0)`,
  createdAt: row.createdAt,
}

// An erased company stays on the boards but needs no management.
const isListed = and(eq(users.isAdmin, false), isNull(users.erasedAt))

export async function rows(db: Db, { q, column, descending, ...query }: ListQuery<(typeof companyOrders)[number]>) {
  const matching = q ? containing(q, row.name, row.contactPersonName, row.email, row.phone, users.email) : undefined
  const order = { by: [columns[column], row.id], descending }
  const found = db
    .select({ ...row, position: positionIn(order) })
    .from(users)
    .leftJoin(companies, eq(companies.userId, users.id))
    .$dynamic()
  const from = sql`${users} left join ${companies} on ${companies.userId} = ${users.id}`
  return listPage(db, found, { from, where: and(isListed, matching), order }, query)
}

/** The ranks of the official leaderboard. */
export async function ranks(db: Db): Promise<Map<string, number>> {
  const ranked = await db.select({ id: companies.id, rank: officialRank }).from(companies).where(isRanked)
  return new Map(ranked.map((row) => [row.id, row.rank]))
}

/**
 * Locks before reading: two administrators at once must not both find the old state. Locks the profile before its
 * account, as the profile's edit does.
 */
export async function lockRow(tx: Tx, id: string) {
  const row = await findRow(tx, id)
  if (!row) return undefined
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.userId, row.userId)).for('no key update')
  await tx.select({ id: users.id }).from(users).where(eq(users.id, row.userId)).for('no key update')
  return findRow(tx, id)
}

/** Finds by the company's id, or by the user's id where no profile exists yet. Two queries, each with an index. */
export async function findRow(db: Db, id: string) {
  const find = (condition: SQL | undefined) =>
    db.select(row).from(users).leftJoin(companies, eq(companies.userId, users.id)).where(and(isListed, condition))
  const [company] = await find(eq(companies.id, id))
  if (company) return company
  const [account] = await find(and(eq(users.id, id), isNull(companies.id)))
  return account
}

type NewSize = Omit<typeof companySizes.$inferInsert, 'id'>

export async function insertSize(tx: Tx, size: NewSize) {
  await tx.insert(companySizes).values(size)
}

/** Newest first, each with a flag for a size set by an administrator, if known. */
export async function sizes(db: Db, companyId: string) {
  return db
    .select({ size: companySizes.size, since: companySizes.since, byAdministrator: users.isAdmin })
    .from(companySizes)
    .leftJoin(users, eq(users.id, companySizes.changedBy))
    .where(eq(companySizes.companyId, companyId))
    .orderBy(desc(companySizes.id))
}

/**
 * `perPerson` is the points divided by the people in the team, in millionths. `reachedAt` is when the new total was
 * reached, if that is known without the other entries.
 */
export type PointsChange = {
  companyId: string
  points: number
  calories: number
  perPerson: number
  reachedAt?: Date
  now: Date
}

export type Totals = Pick<Company, 'id' | 'userId' | 'name' | 'totalPoints' | 'totalCaloriesBurned'>

// Sums several changes of one company. PostgreSQL's `greatest` ignores nulls. The ids are also an array, because
// PostgreSQL expects a hundred rows in JSON and would scan the whole table.
const addPointsStatement = prepareStatement<Totals>(
  'add-points',
  sql`update ${companies} set total_points = total_points + step.points, total_calories_burned = total_calories_burned + step.calories,
      per_person_millionths = per_person_millionths + step.per_person, updated_at = step.now, reached_at = greatest(reached_at, step.latest)
    from (
      select "companyId" as company_id, sum(points)::integer as points, sum(calories)::integer as calories, sum("perPerson")::bigint as per_person,
        max("reachedAt") as latest, max(now) as now
      from ${rowsOf('change', {
        ...{ companyId: 'uuid', points: 'integer', calories: 'integer' },
        ...{ perPerson: 'bigint', reachedAt: 'timestamptz', now: 'timestamptz' },
      })}
      group by "companyId"
    ) step
    where id = step.company_id and id = any(${placeholder('ids')}::uuid[])
    returning id, user_id as "userId", name, total_points as "totalPoints", total_calories_burned as "totalCaloriesBurned"`,
)

/** Adds a difference instead of setting a value, so that concurrent changes add up. */
export const addPoints = (tx: Tx, changes: PointsChange[]): Promise<Totals[]> => {
  const ids = changes.map(({ companyId }) => companyId)
  return addPointsStatement(tx, { ids, change: JSON.stringify(changes) })
}
