import { type SQL, sql } from 'drizzle-orm'
import { daysInThird } from '#contract/analytics/formulas.ts'
import { addDays, countDays, type Period } from '#contract/analytics/period.ts'
import { isOpenNow, wasOpenBetween } from '#server/features/tasks/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'

type ProofCounts = { pending: number; approved: number; rejected: number }

export const inPeriod = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`
/** Sums are doubles: the driver gives them as numbers, and they are exact up to nine quadrillions. */
const sumOf = (column: string) => sql.raw(`coalesce(sum(${column}), 0)::float8`)
const proofCounts = sql`${sumOf('pending')} as pending, ${sumOf('approved')} as approved, ${sumOf('rejected')} as rejected`

/** The first day on which a company that takes part did something. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::text as day from company_days d join companies c on c.id = d.company_id and c.hidden_at is null
    order by d.day limit 1`)
  return rows[0]?.day
}

export type DayRow = ProofCounts & { date: string; points: number; calories: number; activeCompanies: number }

/** What the few hidden companies have is taken off: asking for each row whether it is of one of them takes longer than adding up. */
export async function listDays(db: Db, period: Period): Promise<DayRow[]> {
  return (
    await db.execute<DayRow>(sql`
    select day::text as date, ${sumOf('points')} as points, ${sumOf('calories')} as calories, ${proofCounts}, ${sumOf('active')} as "activeCompanies"
    from (
      select day, sum(points) as points, sum(calories) as calories, sum(pending) as pending, sum(approved) as approved,
        sum(rejected) as rejected, count(*) filter (where approved > 0) as active
      from company_days where ${inPeriod(period)} group by day
      union all
      select day, -points, -calories, -pending, -approved, -rejected, -(approved > 0)::int
      from companies c join company_days d on d.company_id = c.id where c.hidden_at is not null and ${inPeriod(period)}
    ) counted group by day order by day`)
  ).rows
}

export async function listDaysOf(
  db: Db,
  companyId: string,
  period: Period,
): Promise<Omit<DayRow, 'activeCompanies'>[]> {
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
export type CompanyRow = CompanySums & { id: string; name: string; teamSize: number; companies: number; active: number }

const sums = ['points', 'calories', 'pending', 'approved', 'rejected', '"activeDays"', '"firstThird"', '"lastThird"']

/** Of every company with at least one day in the period. */
function sumsByCompany(period: Period, only: SQL = sql`true`): SQL {
  const third = daysInThird(countDays(period))
  return sql`select company_id, ${sumOf('points')} as points, ${sumOf('calories')} as calories, ${proofCounts},
      count(*) filter (where approved > 0)::int as "activeDays",
      coalesce(sum(points) filter (where day < ${addDays(period.from, third)}::date), 0)::float8 as "firstThird",
      coalesce(sum(points) filter (where day > ${addDays(period.to, -third)}::date), 0)::float8 as "lastThird"
    from company_days where ${inPeriod(period)} and ${only} group by company_id`
}

const sumColumns = sql.raw(sums.map((name) => `coalesce(s.${name}, 0) as ${name}`).join(', '))

/** Every company that takes part, the most points first; with each how many they are and how many of them are active. */
export async function listCompanies(db: Db, period: Period): Promise<CompanyRow[]> {
  return (
    await db.execute<CompanyRow>(sql`
    select c.id, c.name, c.team_size as "teamSize", ${sumColumns}, count(*) over ()::int as companies,
      (count(*) filter (where s.approved > 0) over ())::int as active
    from companies c left join (${sumsByCompany(period)}) s on s.company_id = c.id
    where c.hidden_at is null order by coalesce(s.points, 0) desc, lower(c.name), c.id`)
  ).rows
}

/** The first of them. Which these are takes two sums of every company; all eight are added up for those few only. */
export async function listFirstCompanies(db: Db, period: Period, limit: number): Promise<CompanyRow[]> {
  return (
    await db.execute<CompanyRow>(sql`
    with earned as (
      select company_id, sum(points) as points, bool_or(approved > 0) as "isActive"
      from company_days where ${inPeriod(period)} group by company_id
    ), first as materialized (
      select c.id, c.name, c.team_size, count(*) over ()::int as companies,
        (count(*) filter (where e."isActive") over ())::int as active
      from companies c left join earned e on e.company_id = c.id
      where c.hidden_at is null order by coalesce(e.points, 0) desc, lower(c.name), c.id limit ${limit}
    )
    select first.id, first.name, first.team_size as "teamSize", ${sumColumns}, companies, active
    from first left join (${sumsByCompany(period, sql`company_id in (select id from first)`)}) s on s.company_id = first.id
    order by coalesce(s.points, 0) desc, lower(first.name), first.id`)
  ).rows
}

export async function findSumsOf(db: Db, companyId: string, period: Period): Promise<CompanySums | undefined> {
  const { rows } = await db.execute<CompanySums>(sumsByCompany(period, sql`company_id = ${companyId}`))
  return rows[0]
}

export type FieldMedians = { companies: number; points: number; calories: number; approved: number; activeDays: number }

/** The middle of the companies that take part, those that did nothing included; without the one that asks. */
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

export type TaskRow = ProofCounts & {
  id: string
  title: string
  isOpen: boolean
  /** At some moment of the period. */
  wasOpen: boolean
  pointsReward: number
  caloriesBurned: number
}

export type Zoned = { period: Period; timeZone: string }
export const startOf = ({ period, timeZone }: Zoned) => sql`(${period.from}::date::timestamp at time zone ${timeZone})`
export const endOf = ({ period, timeZone }: Zoned) =>
  sql`((${period.to}::date + 1)::timestamp at time zone ${timeZone})`
type OpenIn = Zoned & { clock: Clock }
const wasOpen = (zoned: OpenIn) => wasOpenBetween(startOf(zoned), endOf(zoned), zoned.clock)

/**
 * Tasks that were open in the period or have proofs of it, the newest first. What is kept is of all companies: the proofs of the few
 * that are hidden are taken off.
 */
export async function listTasks(db: Db, zoned: OpenIn): Promise<TaskRow[]> {
  return (
    await db.execute<TaskRow>(sql`
    select t.id, t.title, ${isOpenNow(zoned.clock)} as "isOpen", ${wasOpen(zoned)} as "wasOpen", t.points_reward as "pointsReward",
      t.calories_burned as "caloriesBurned", coalesce(p.pending, 0) as pending, coalesce(p.approved, 0) as approved,
      coalesce(p.rejected, 0) as rejected
    from tasks t left join (
      select task_id, ${sumOf('pending')} as pending, ${sumOf('approved')} as approved, ${sumOf('rejected')} as rejected from (
        select task_id, sum(pending) as pending, sum(approved) as approved, sum(rejected) as rejected
        from task_days where ${inPeriod(zoned.period)} group by task_id
        union all
        select task_id, -(status = 'pending')::int, -(status = 'approved')::int, -(status = 'rejected')::int
        from companies c join task_proofs p on p.company_id = c.id
        where c.hidden_at is not null and submitted_at >= ${startOf(zoned)} and submitted_at < ${endOf(zoned)}
      ) counted group by task_id having sum(pending + approved + rejected) > 0
    ) p on p.task_id = t.id
    where p.task_id is not null or ${wasOpen(zoned)} order by t.date desc, t.id desc`)
  ).rows
}

export async function countOpenTasks(db: Db, zoned: OpenIn): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(
    sql`select count(*)::int as open from tasks t where ${wasOpen(zoned)}`,
  )
  return rows[0]?.open ?? 0
}

/** Tasks that this company can still do, and what they are worth. */
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
