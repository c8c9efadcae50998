import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { daysBetweenTeamSizes } from '#contract/companies/rules.ts'
import { users } from '#server/features/auth/tables.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { companies, companySizes, teamSizeChanges } from '../tables.ts'

export type Change = Awaited<ReturnType<typeof select>>[number]

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: teamSizeChanges.id,
      companyId: companies.id,
      companyName: companies.name,
      teamSize: companies.teamSize,
      size: teamSizeChanges.size,
      status: teamSizeChanges.status,
      askedAt: teamSizeChanges.askedAt,
      askedBy: teamSizeChanges.askedBy,
      countsFrom: teamSizeChanges.countsFrom,
      decidedAt: teamSizeChanges.decidedAt,
      decidedBy: users.email,
    })
    .from(teamSizeChanges)
    .innerJoin(companies, eq(companies.id, teamSizeChanges.companyId))
    .leftJoin(users, eq(users.id, teamSizeChanges.decidedBy))
    .where(condition)
    .orderBy(asc(teamSizeChanges.askedAt), asc(teamSizeChanges.id))

export async function find(db: Db, id: string): Promise<Change | undefined> {
  const [change] = await select(db, eq(teamSizeChanges.id, id))
  return change
}

const isOpen = inArray(teamSizeChanges.status, ['waiting', 'approved'])

export const listOpen = (db: Db, companyId: string) => select(db, and(eq(teamSizeChanges.companyId, companyId), isOpen))

export const listWaiting = (db: Db) => select(db, eq(teamSizeChanges.status, 'waiting'))

export const listDue = (db: Db, now: Date) =>
  select(db, and(eq(teamSizeChanges.status, 'approved'), lte(teamSizeChanges.countsFrom, now)))

/** True if the size changed within the last days; the first size is no change. */
export async function hasRecentSize(db: Db, companyId: string, now: Date): Promise<boolean> {
  const first = db
    .select({ id: sql`min(${companySizes.id})` })
    .from(companySizes)
    .where(eq(companySizes.companyId, companyId))
  const since = after(now, -days(daysBetweenTeamSizes))
  const isRecent = and(eq(companySizes.companyId, companyId), gt(companySizes.since, since), ne(companySizes.id, first))
  return (await db.$count(companySizes, isRecent)) > 0
}

/** True if organisers got a request of this company since then; withdrawn requests count too. */
export async function hasRequestSince(db: Db, companyId: string, since: Date): Promise<boolean> {
  const isForOrganisers = sql`(${teamSizeChanges.countsFrom} is null or ${teamSizeChanges.decidedAt} is not null)`
  const condition = and(eq(teamSizeChanges.companyId, companyId), gt(teamSizeChanges.askedAt, since), isForOrganisers)
  return (await db.$count(teamSizeChanges, condition)) > 0
}

export async function insert(tx: Tx, change: typeof teamSizeChanges.$inferInsert) {
  await tx.insert(teamSizeChanges).values(change)
}

export async function update(tx: Tx, id: string, changes: Partial<typeof teamSizeChanges.$inferInsert>) {
  await tx.update(teamSizeChanges).set(changes).where(eq(teamSizeChanges.id, id))
}

/** The beginning of the next day, also when clocks change in that night. */
export async function findNextDay(db: Db, now: Date, timeZone: string): Promise<Date> {
  const day = sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`
  const { rows } = await db.execute<{ at: number }>(
    sql`select (extract(epoch from (${day} + 1)::timestamp at time zone ${timeZone}) * 1000)::float8 as at`,
  )
  return new Date(rows[0]?.at ?? Number.NaN)
}
