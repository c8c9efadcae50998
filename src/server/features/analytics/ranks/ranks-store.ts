import { sql } from 'drizzle-orm'
import type { PointSteps } from '#contract/analytics/rank-by-day.ts'
import type { Db } from '#server/platform/database/client.ts'

export type CompanySteps = { companyId: string; steps: PointSteps | undefined }
export type ReadSteps = {
  companies: CompanySteps[]
  /** The oldest transaction that this reading may not have seen. */
  unseenFrom: bigint
  /** Whose days these are. */
  timeZone: string | null
}

type Row = {
  unseenFrom: string
  timeZone: string | null
  companyId: string | null
  days: string | null
  points: string | null
}

// Of the snapshot in which the statement itself reads. Every transaction before `xmin` has ended and is seen by it.
const about = sql`pg_snapshot_xmin(pg_current_snapshot())::text as "unseenFrom", (select time_zone from company_days_zone) as "timeZone"`
// In no order: sorting all days of all companies takes longer than everything else. As text: the driver reads arrays slowly.
const steps = sql`array_agg(day - date '1970-01-01')::text as days, array_agg(points)::text as points`
const notHidden = sql`company_id not in (select id from companies where hidden_at is not null)`

/** What every company on the leaderboard earned by day. */
export async function listSteps(db: Db): Promise<ReadSteps> {
  const { rows } = await db.execute<Row>(sql`
    select ${about}, s.company_id as "companyId", s.days, s.points
    from (select) as always left join (
      select company_id, ${steps} from company_days where points <> 0 and ${notHidden} group by company_id
    ) s on true`)
  return toReadSteps(rows)
}

/** The same of the companies that changed in or after this transaction; without steps where there are none any more. */
export async function listChangedSteps(db: Db, since: bigint): Promise<ReadSteps> {
  const { rows } = await db.execute<Row>(sql`
    select ${about}, c.company_id as "companyId", s.days, s.points
    from (select) as always
    left join leaderboard_changes c on c.changed_in >= ${String(since)}::xid8 and c.changed_in < pg_snapshot_xmax(pg_current_snapshot())
    left join lateral (
      select ${steps} from company_days d where d.company_id = c.company_id and points <> 0 and ${notHidden}
    ) s on true`)
  return toReadSteps(rows)
}

function toReadSteps(rows: Row[]): ReadSteps {
  return {
    unseenFrom: BigInt(rows[0]?.unseenFrom ?? 0),
    timeZone: rows[0]?.timeZone ?? null,
    companies: rows.flatMap(({ companyId, days, points }) =>
      companyId ? [{ companyId, steps: days && points ? sortSteps(parse(days), parse(points)) : undefined }] : [],
    ),
  }
}

const parse = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`)

function sortSteps(days: number[], points: number[]): PointSteps {
  const order = [...days.keys()].sort((a, b) => (days[a] ?? 0) - (days[b] ?? 0))
  return { days: order.map((index) => days[index] ?? 0), points: order.map((index) => points[index] ?? 0) }
}
