import { sql } from 'drizzle-orm'
import type { PointSteps } from '#contract/analytics/rank-by-day.ts'
import type { Db } from '#server/platform/database/client.ts'
import { isChangedSince, type Snapshot, unseenFrom } from '#server/platform/live/snapshot-follower.ts'

/** Sums of a company by day; approved proofs count on their submission day. */
export type DaySteps = PointSteps & { calories: number[]; approved: number[] }
export type CompanySteps = { companyId: string; steps: DaySteps | undefined }

type Row = {
  unseenFrom: string
  timeZone: string | null
  companyId: string | null
  days: string | null
  points: string | null
  calories: string | null
  approved: string | null
}

// Unsorted, because sorting all days takes longer than everything else. As text, because the driver parses arrays
// slowly.
const steps = sql`array_agg(day - date '1970-01-01')::text as days, array_agg(points)::text as points,
  array_agg(calories)::text as calories, array_agg(approved)::text as approved`
// Leaves out pending and rejected proofs, whose changes are not recorded because they do not change the company's row.
const isKept = sql`(points, calories, approved) <> (0, 0, 0)
  and company_id not in (select id from companies where hidden_at is not null)`
const columns = sql`${unseenFrom} as "unseenFrom", (select time_zone from company_days_zone) as "timeZone",
  "companyId", s.days, s.points, s.calories, s.approved`

/** Lists the sums of every company on the leaderboard. */
export async function listSteps(db: Db): Promise<Snapshot<CompanySteps>> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from (select) as always left join (
      select company_id as "companyId", ${steps} from company_days where ${isKept} group by company_id
    ) s on true`)
  return toSnapshot(rows)
}

/**
 * Lists the sums of companies that changed in or after this transaction; `steps` is undefined for a company without
 * any.
 */
export async function listChangedSteps(db: Db, since: bigint): Promise<Snapshot<CompanySteps>> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from (select) as always
    left join (
      select company_id as "companyId" from leaderboard_changes where ${isChangedSince(sql`changed_in`, since)}
    ) c on true
    left join lateral (select ${steps} from company_days d where d.company_id = c."companyId" and ${isKept}) s on true`)
  return toSnapshot(rows)
}

function toSnapshot(rows: Row[]): Snapshot<CompanySteps> {
  return {
    rows: rows.flatMap(({ companyId, ...arrays }) => (companyId ? [{ companyId, steps: toSteps(arrays) }] : [])),
    unseenFrom: BigInt(rows[0]?.unseenFrom ?? 0),
    setting: rows[0]?.timeZone ?? null,
  }
}

function toSteps({ days, points, calories, approved }: Omit<Row, 'companyId'>): DaySteps | undefined {
  if (!days) return
  const unordered = parse(days)
  const order = [...unordered.keys()].sort((a, b) => (unordered[a] ?? 0) - (unordered[b] ?? 0))
  const inOrder = (values: number[]) => order.map((index) => values[index] ?? 0)
  return {
    days: inOrder(unordered),
    points: inOrder(parse(points)),
    calories: inOrder(parse(calories)),
    approved: inOrder(parse(approved)),
  }
}

const parse = (array: string | null): number[] => JSON.parse(`[${array?.slice(1, -1) ?? ''}]`)
