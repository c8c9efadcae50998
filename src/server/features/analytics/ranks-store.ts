import { sql } from 'drizzle-orm'
import type { Period } from '#contract/analytics/period.ts'
import type { PointSteps } from '#contract/analytics/rank-by-day.ts'
import type { Db } from '#server/platform/database/client.ts'

type Row = { companyId: string; days: string; points: string }

const parse = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`)

/**
 * What every company on the leaderboard earned by day, until the end of the period. In no order: sorting all days of all companies
 * takes longer than everything else. As text: the driver reads arrays slowly.
 */
export async function listPointSteps(db: Db, { from, to }: Period): Promise<Map<string, PointSteps>> {
  const { rows } = await db.execute<Row>(sql`
    select company_id as "companyId", array_agg(day - ${from}::date)::text as days, array_agg(points)::text as points
    from company_days
    where day <= ${to}::date and points <> 0 and company_id not in (select id from companies where hidden_at is not null)
    group by company_id`)
  return new Map(rows.map(({ companyId, days, points }) => [companyId, { days: parse(days), points: parse(points) }]))
}
