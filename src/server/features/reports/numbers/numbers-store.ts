import { sql } from 'drizzle-orm'
import type { Period } from '#contract/analytics/period.ts'
import type { ChallengeReport, CompanyReport } from '#contract/reports/numbers.ts'
import { isRanked, officialRank } from '#server/features/companies/service.ts'
import { wasOpenBetween } from '#server/features/tasks/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'

/** Raises `work_mem` for this transaction, so checking a million entries needs no temporary files. */
export async function allowMoreMemory(db: Db) {
  await db.execute(sql`select set_config('work_mem', '64MB', true)`)
}

export async function listLeaders(db: Db, limit: number): Promise<ChallengeReport['leaders']> {
  const { rows } = await db.execute<ChallengeReport['leaders'][number]>(sql`
    select ${officialRank} as rank, name, total_points as points, total_calories_burned as calories
    from companies where ${isRanked} order by 1, lower(name), id limit ${limit}`)
  return rows
}

type TaskQuery = { period: Period; timeZone: string; clock: Clock }

/** Lists tasks that were open in the period or have a proof of this company in it, in task order. */
export async function listTasksOf(
  db: Db,
  companyId: string,
  { period, timeZone, clock }: TaskQuery,
): Promise<CompanyReport['tasks']> {
  const start = sql`(${period.from}::date::timestamp at time zone ${timeZone})`
  const end = sql`((${period.to}::date + 1)::timestamp at time zone ${timeZone})`
  const { rows } = await db.execute<CompanyReport['tasks'][number]>(sql`
    select t.title, t.points_reward as "pointsReward", coalesce(p.points, 0)::int as points, coalesce(p.calories, 0)::int as calories,
      case when p.approved > 0 then 'approved' when p.pending > 0 then 'pending' when p.rejected > 0 then 'rejected'
        else 'none' end as status
    from tasks t left join (
      select task_id, sum(points_awarded) filter (where status = 'approved') as points,
        sum(calories_awarded) filter (where status = 'approved') as calories, count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'rejected') as rejected
      from task_proofs where company_id = ${companyId} and submitted_at >= ${start} and submitted_at < ${end} group by task_id
    ) p on p.task_id = t.id
    where p.task_id is not null or ${wasOpenBetween(start, end, clock)} order by t.date desc, t.id desc`)
  return rows
}

/** Counts the checked ledger entries. */
export async function countEntries(db: Db, companyId: string | undefined): Promise<number> {
  const { rows } = await db.execute<{ entries: number }>(
    sql`select count(*)::int as entries from point_entries where ${companyId ? sql`company_id = ${companyId}` : sql`true`}`,
  )
  return rows[0]?.entries ?? 0
}

export async function findCompany(db: Db, id: string): Promise<{ name: string; teamSize: number } | undefined> {
  const { rows } = await db.execute<{ name: string; teamSize: number }>(
    sql`select name, team_size as "teamSize" from companies where id = ${id}`,
  )
  return rows[0]
}
