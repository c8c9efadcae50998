import { and, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'
import { companies } from './tables.ts'

const isListed = isNull(companies.hiddenAt)

/** Without points there is no rank. */
export const isRanked = and(isListed, gt(companies.totalPoints, 0))

/** The order of `compareTotals` in the contract: more points first, on equal points the earlier company. */
export const officialOrder = sql`${companies.totalPoints} desc, ${companies.reachedAt} asc nulls last`

/** Companies share a rank on equal points reached at the same moment. */
export const officialRank = sql<number>`rank() over (order by ${officialOrder})::int`

/** A range of team sizes; `to` is null without an upper end. */
type TeamSizes = { from: number; to: number | null }
type OfficialPlace = { rank: number | null; points: number; companies: number; ranked: number }

const everySize: TeamSizes = { from: 0, to: null }

/** The rank of a company among all listed ones, or among those of a team size, and their number. */
export async function findOfficialPlace(
  db: Db,
  companyId: string,
  { from, to }: TeamSizes = everySize,
): Promise<OfficialPlace> {
  const { rows } = await db.execute<OfficialPlace>(sql`
    with listed as (
      select id, case when total_points > 0 then ${officialRank} end as rank from ${companies}
      where ${isListed} and team_size >= ${from} and (${to}::int is null or team_size <= ${to}::int)
    )
    select c.total_points as points, listed.rank, (select count(*)::int from listed) as companies,
      (select count(rank)::int from listed) as ranked
    from ${companies} c left join listed on listed.id = c.id where c.id = ${companyId}`)
  return rows[0] ?? { rank: null, points: 0, companies: 0, ranked: 0 }
}
