import { type SQL, sql } from 'drizzle-orm'
import { findThirds } from '#contract/analytics/formulas.ts'
import type { Period } from '#contract/analytics/period.ts'
import { isOpenNow, wasOpenBetween } from '#server/features/tasks/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'

export type ProofCounts = { pending: number; approved: number; rejected: number }

export const inPeriod = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`
/** Casts sums to doubles, which the driver returns as numbers; they are exact up to nine quadrillions. */
const sumOf = (column: string) => sql.raw(`coalesce(sum(${column}), 0)::float8`)
const proofCounts = sql`${sumOf('pending')} as pending, ${sumOf('approved')} as approved, ${sumOf('rejected')} as rejected`

/** Finds the first active day of a listed company. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::text as day from company_days d join companies c on c.id = d.company_id and c.hidden_at is null
    order by d.day limit 1`)
  return rows[0]?.day
}

type DayRow = ProofCounts & { date: string; points: number; calories: number }

export async function listDaysOf(db: Db, companyId: string, period: Period): Promise<DayRow[]> {
  return (
    await db.execute<DayRow>(sql`
    select day::text as date, points, calories, pending, approved, rejected from company_days
    where company_id = ${companyId} and ${inPeriod(period)} order by day`)
  ).rows
}

export type CompanySums = ProofCounts & {
  points: number
  calories: number
  activeDays: number
  firstThird: number
  lastThird: number
}

export type CompanyRow = Undone & { id: string; name: string; teamSize: number }

export type Undone = { pending: number; rejected: number }
const companyColumns = sql`c.id, c.name, c.team_size as "teamSize", coalesce(u.pending, 0) as pending, coalesce(u.rejected, 0) as rejected`

/** Lists every listed company by name. */
export async function listCompanies(db: Db, period: Period): Promise<CompanyRow[]> {
  return (
    await db.execute<CompanyRow>(sql`
    select ${companyColumns} from companies c left join (${undoneByCompany(period)}) u on u.company_id = c.id
    where c.hidden_at is null order by lower(c.name), c.id`)
  ).rows
}

export async function countCompanies(db: Db): Promise<number> {
  const { rows } = await db.execute<{ companies: number }>(
    sql`select count(*)::int as companies from companies where hidden_at is null`,
  )
  return rows[0]?.companies ?? 0
}

type Earned = { id: string; points: number }

/** Lists the first companies by points, then name. `withOthers` adds companies outside `earned`, with 0 points. */
export async function listFirstCompanies(
  db: Db,
  period: Period,
  { earned, limit, withOthers }: { earned: Earned[]; limit: number; withOthers: boolean },
): Promise<CompanyRow[]> {
  const ids = sql`${sql.param(earned.map(({ id }) => id))}::uuid[]`
  const points = sql`${sql.param(earned.map(({ points }) => points))}::float8[]`
  return (
    await db.execute<CompanyRow>(sql`
    with first as materialized (
      select c.id, c.name, c.team_size, coalesce(earned.points, 0) as points
      from companies c left join unnest(${ids}, ${points}) as earned (id, points) on earned.id = c.id
      where c.hidden_at is null and (earned.id is not null or ${withOthers})
      order by coalesce(earned.points, 0) desc, lower(c.name), c.id limit ${limit}
    )
    select ${companyColumns}
    from first c left join (${undoneByCompany(period, sql`company_id = any(array(select id from first))`)}) u on u.company_id = c.id
    order by c.points desc, lower(c.name), c.id`)
  ).rows
}

export async function findSumsOf(
  db: Db,
  companyId: string,
  period: Period,
  today: string,
): Promise<CompanySums | undefined> {
  const thirds = findThirds(period, today)
  const pointsIn = (days: Period | undefined) =>
    days ? sql`coalesce(sum(points) filter (where ${inPeriod(days)}), 0)::float8` : sql`0::float8`
  const more = sql`, ${pointsIn(thirds?.first)} as "firstThird", ${pointsIn(thirds?.last)} as "lastThird"`
  const { rows } = await db.execute<CompanySums>(sumsByCompany(period, { only: sql`company_id = ${companyId}`, more }))
  return rows[0]
}

export type FieldMedians = { companies: number; points: number; calories: number; approved: number; activeDays: number }

/** Computes the medians of all listed companies except `except`, including companies without activity. */
export async function findMedians(
  db: Db,
  except: string | undefined,
  period: Period,
): Promise<FieldMedians | undefined> {
  const middle = (name: string) =>
    sql.raw(`percentile_cont(0.5) within group (order by coalesce(s.${name}, 0)) as ${name}`)
  const { rows } = await db.execute<FieldMedians>(sql`
    select count(*)::int as companies, ${middle('points')}, ${middle('calories')}, ${middle('approved')}, ${middle('"activeDays"')}
    from companies c left join (${sumsByCompany(period)}) s on s.company_id = c.id
    where c.hidden_at is null and ${except ? sql`c.id <> ${except}` : sql`true`}`)
  return rows[0]
}

export type TaskRow = {
  id: string
  title: string
  isOpen: boolean
  /** True if the task was open at any moment of the period. */
  wasOpen: boolean
  pointsReward: number
  caloriesBurned: number
}

export type Zoned = { period: Period; timeZone: string }
export const startOf = ({ period, timeZone }: Zoned) => sql`(${period.from}::date::timestamp at time zone ${timeZone})`
export const endOf = ({ period, timeZone }: Zoned) =>
  sql`((${period.to}::date + 1)::timestamp at time zone ${timeZone})`
type OpenIn = Zoned & { clock: Clock }

export type ProofsOf = ProofCounts & { taskId: string | null; date: string | null }

/**
 * Counts proofs of a period by task and submission day. Kept rows cover all companies, so the proofs of hidden
 * companies are subtracted.
 */
export async function countProofs(db: Db, zoned: Zoned): Promise<ProofsOf[]> {
  const count = (status: string) => sql.raw(`-count(*) filter (where status = '${status}') as ${status}`)
  return (
    await db.execute<ProofsOf>(sql`
    select task_id as "taskId", day::text as date, ${proofCounts} from (
      select task_id, day, sum(pending) as pending, sum(approved) as approved, sum(rejected) as rejected
      from task_days where ${inPeriod(zoned.period)} group by task_id, day
      union all
      select task_id, (submitted_at at time zone ${zoned.timeZone})::date, ${count('pending')}, ${count('approved')}, ${count('rejected')}
      from companies c join task_proofs p on p.company_id = c.id
      where c.hidden_at is not null and submitted_at >= ${startOf(zoned)} and submitted_at < ${endOf(zoned)} group by 1, 2
    ) counted group by grouping sets ((task_id), (day)) having sum(pending + approved + rejected) > 0`)
  ).rows
}

/** Sums the kept days, which are few, instead of the proofs. */
export async function listTaskProofs(db: Db): Promise<(ProofCounts & { taskId: string })[]> {
  return (
    await db.execute<ProofCounts & { taskId: string }>(sql`
    select task_id as "taskId", ${proofCounts} from task_days
    group by task_id having sum(pending + approved + rejected) > 0 order by task_id`)
  ).rows
}

/** Lists these tasks and tasks that were open in the period, newest first. */
export async function listTasks(db: Db, zoned: OpenIn, taskIds: string[]): Promise<TaskRow[]> {
  return (
    await db.execute<TaskRow>(sql`
    select t.id, t.title, ${isOpenNow(zoned.clock)} as "isOpen", ${wasOpen(zoned)} as "wasOpen", t.points_reward as "pointsReward",
      t.calories_burned as "caloriesBurned"
    from tasks t where t.id = any(${sql.param(taskIds)}::uuid[]) or ${wasOpen(zoned)} order by t.date desc, t.id desc`)
  ).rows
}

export async function countOpenTasks(db: Db, zoned: OpenIn): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(
    sql`select count(*)::int as open from tasks t where ${wasOpen(zoned)}`,
  )
  return rows[0]?.open ?? 0
}

/** Counts open tasks that this company can still do, and their points. */
export async function findLeftToWin(
  db: Db,
  companyId: string,
  clock: Clock,
): Promise<{ tasks: number; points: number }> {
  const { rows } = await db.execute<{ tasks: number; points: number }>(sql`
    select count(*)::int as tasks, ${sumOf('points_reward')} as points from tasks t
    where ${isOpenNow(clock)} and not exists (
      select 1 from task_proofs p where p.task_id = t.id and p.company_id = ${companyId} and p.status <> 'rejected')`)
  return rows[0] ?? { tasks: 0, points: 0 }
}

/** Sums every company with at least one day in the period. */
function sumsByCompany(period: Period, { only = sql`true`, more = sql`` }: { only?: SQL; more?: SQL } = {}): SQL {
  return sql`select company_id, ${sumOf('points')} as points, ${sumOf('calories')} as calories, ${proofCounts},
      count(*) filter (where approved > 0)::int as "activeDays"${more}
    from company_days where ${inPeriod(period)} and ${only} group by company_id`
}

/** Counts pending and rejected proofs of the period per company; leaves out companies without any. */
const undoneByCompany = (period: Period, only: SQL = sql`true`) => sql`
  select company_id, ${sumOf('pending')} as pending, ${sumOf('rejected')} as rejected from company_days
  where ${inPeriod(period)} and (pending > 0 or rejected > 0) and ${only} group by company_id`
const wasOpen = (zoned: OpenIn) => wasOpenBetween(startOf(zoned), endOf(zoned), zoned.clock)
