import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Thirds } from '#contract/analytics/formulas.ts'
import type { Period } from '#contract/analytics/period.ts'
import { millionth, minimumPeople } from '#contract/leaderboard/boards.ts'
import { type Division, type DivisionBand, defaultBands, toDivisions } from '#contract/leaderboard/divisions.ts'
import { companies } from '#server/features/companies/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { leaderboardSettings } from '../tables.ts'

export async function divisions(db: Db): Promise<Division[]> {
  const [settings] = await db.select({ bands: leaderboardSettings.divisions }).from(leaderboardSettings)
  return toDivisions(settings?.bands ?? defaultBands)
}

/** Upserts the only row: the last of two concurrent administrators wins as a whole. */
export async function setDivisions(tx: Tx, bands: DivisionBand[]) {
  await tx
    .insert(leaderboardSettings)
    .values({ divisions: bands })
    .onConflictDoUpdate({ target: leaderboardSettings.isOnlyRow, set: { divisions: bands } })
}

/** Points of each company in both thirds. Companies without points on those days are missing. */
export async function pointsInThirds(
  db: Db,
  { first, last }: Thirds,
): Promise<Map<string, { first: number; last: number }>> {
  const within = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`
  const { rows } = await db.execute<{ id: string; first: number; last: number }>(sql`
    select company_id as id, coalesce(sum(points) filter (where ${within(first)}), 0)::float8 as first,
      coalesce(sum(points) filter (where ${within(last)}), 0)::float8 as last
    from company_days where ${within(first)} or ${within(last)} group by company_id`)
  return new Map(rows.map(({ id, first, last }) => [id, { first, last }]))
}

/** A company's points by the number of people that divides them, the largest team first. Omits parts without points. */
export async function pointsByTeamSize(db: Db, companyId: string) {
  const { rows } = await db.execute<{ people: number; points: number; value: number }>(sql`
    select greatest(team_size, ${minimumPeople}) as people, sum(points)::float8 as points,
      sum(round(points * ${millionth}::numeric / greatest(team_size, ${minimumPeople})))::float8 / ${millionth}::float8 as value
    from point_entries where company_id = ${companyId} group by 1 having sum(points) <> 0 order by 1 desc`)
  return rows
}

/** Companies whose stored points per person differ from the ledger, of one or of all; there should never be one. */
export async function wrongPerPerson(
  db: Db,
  companyId?: string,
): Promise<{ name: string; kept: number; counted: number }[]> {
  const isOf = (column: string) => (companyId ? sql`${sql.raw(column)} = ${companyId}` : sql`true`)
  const { rows } = await db.execute<{ name: string; kept: number; counted: number }>(sql`
    select c.name, c.per_person_millionths::float8 as kept, coalesce(l.counted, 0)::float8 as counted from companies c
    left join (select company_id, sum(round(points * ${millionth}::numeric / greatest(team_size, ${minimumPeople}))) as counted
      from point_entries where ${isOf('company_id')} group by 1) l on l.company_id = c.id
    where ${isOf('c.id')} and c.per_person_millionths <> coalesce(l.counted, 0) order by c.name`)
  return rows
}

/** Undefined for a company that is not listed. */
export async function findTeamSize(db: Db, companyId: string): Promise<number | undefined> {
  const [company] = await db
    .select({ teamSize: companies.teamSize })
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.hiddenAt)))
  return company?.teamSize
}
