import { sql } from 'drizzle-orm'
import { connectionOf, type Db, type Tx } from '#server/platform/database/client.ts'
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts'
import { longestLockWaitMs } from '#server/platform/database/migrating/repeat-while-locked.ts'
import { runLong } from '#server/platform/database/migrating/run-long.ts'
import { companyDaysZone } from '../tables.ts'

export async function findTimeZone(db: Db): Promise<string | undefined> {
  const [row] = await db.select().from(companyDaysZone)
  return row?.timeZone
}

/** Returns the local time in this zone, as `2026-06-01 08:00:00`; undefined if PostgreSQL does not know the zone. */
export async function readClock(db: Db, timeZone: string, at: Date): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ clock: string }>(
      sql`select to_char(${at.toISOString()}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') as clock`,
    )
    return rows[0]?.clock
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return undefined
  }
}

/**
 * Calls the rebuild functions of ../functions.sql; takes seconds with a million proofs. The lock on proofs and points
 * blocks writers even while it waits, so a lock timeout limits that wait.
 */
export async function rebuildDays(tx: Tx, timeZone: string) {
  const limit = String(longestLockWaitMs)
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${limit}, true)`)
  const client = connectionOf(tx)
  await runLong(client, 'select rebuild_company_days($1)', [timeZone])
  await runLong(client, 'select rebuild_task_days()')
  await runLong(client, 'select rebuild_review_days()')
}

/**
 * Finds companies with a kept day that differs from the ledger and proofs. Compares moments with day boundaries, twice
 * as fast as converting each moment to local time. If clocks go back over midnight, a company without a difference may
 * be included.
 */
async function findCompaniesToCompare(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with days as (select min(day) as first, max(day) as last from company_days),
    starts as materialized (
      select array_agg(day at time zone (select days_time_zone()) order by day) as starts
      from days, generate_series(first::timestamp, last::timestamp + interval '1 day', interval '1 day') as day
    ),
    entries as (
      select company_id, width_bucket(effective_at, (select starts from starts)) as n, sum(points) as points, sum(calories) as calories
      from point_entries group by 1, 2
    ),
    proofs as (
      select company_id, width_bucket(submitted_at, (select starts from starts)) as n, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'approved') as approved, count(*) filter (where status = 'rejected') as rejected
      from task_proofs group by 1, 2
    ),
    kept as (select company_days.*, day - (select first from days) + 1 as n from company_days)
    select distinct company_id as id from kept k full join entries e using (company_id, n) full join proofs p using (company_id, n)
    where ${sql.raw(kept.map((column) => `coalesce(k.${column}, 0) <> coalesce(${tableOf(column)}.${column}, 0)`).join(' or '))}`)
  return rows.map(({ id }) => id)
}

/**
 * Finds days whose kept sums differ from the ledger and proofs, for a single company or all; an empty result means
 * correct.
 */
export async function wrongDays(
  db: Db,
  companyId?: string,
): Promise<{ company: string; day: string; kept: string; counted: string }[]> {
  const companyIds = companyId ? [companyId] : await findCompaniesToCompare(db)
  if (companyIds.length === 0) return []
  const isCompared = sql`company_id = any(${sql.param(companyIds)}::uuid[])`
  const { rows } = await db.execute<{ company: string; day: string; kept: string; counted: string }>(sql`
    with zone as (select days_time_zone() as name),
    counted as (
      select company_id, day, sum(points) as points, sum(calories) as calories, sum(pending) as pending, sum(approved) as approved,
        sum(rejected) as rejected
      from (
        select company_id, (effective_at at time zone zone.name)::date as day, points, calories, 0 as pending, 0 as approved, 0 as rejected
        from point_entries, zone where ${isCompared}
        union all
        select company_id, (submitted_at at time zone zone.name)::date, 0, 0, (status = 'pending')::int, (status = 'approved')::int,
          (status = 'rejected')::int
        from task_proofs, zone where ${isCompared}
      ) parts group by 1, 2
    )
    select name as company, day::text as day, ${sumsOf('k')} as kept, ${sumsOf('c')} as counted
    from counted c full join (select * from company_days where ${isCompared}) k using (company_id, day) join companies on companies.id = company_id
    where ${valuesOf('k')} <> ${valuesOf('c')} order by name, day`)
  return rows
}

/** Finds tasks whose kept daily counts differ from their proofs; an empty result means correct. */
export async function wrongTaskDays(db: Db): Promise<{ task: string; day: string; kept: string; counted: string }[]> {
  const { rows } = await db.execute<{ task: string; day: string; kept: string; counted: string }>(sql`
    with zone as (select days_time_zone() as name),
    counted as (
      select task_id, (submitted_at at time zone zone.name)::date as day, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'approved') as approved, count(*) filter (where status = 'rejected') as rejected
      from task_proofs, zone group by 1, 2
    ),
    kept as (select task_id, day, sum(pending) as pending, sum(approved) as approved, sum(rejected) as rejected from task_days group by 1, 2)
    select title as task, day::text as day, ${countsOf('k')} as kept, ${countsOf('c')} as counted
    from counted c full join kept k using (task_id, day) join tasks on tasks.id = task_id
    where ${countsOf('k')} <> ${countsOf('c')} order by title, day`)
  return rows
}

const countsOf = (alias: 'k' | 'c') => {
  const of = (column: string) => sql.raw(`coalesce(${alias}.${column}, 0)`)
  return sql`format('%s pending, %s approved, %s rejected', ${of('pending')}, ${of('approved')}, ${of('rejected')})`
}

const kept = ['points', 'calories', 'pending', 'approved', 'rejected']
const tableOf = (column: string) => (column === 'points' || column === 'calories' ? 'e' : 'p')
const sumIn = (alias: 'k' | 'c', column: string) => `coalesce(${alias}.${column}, 0)`

/** Compares numbers, because writing them as text takes longer than adding them. */
const valuesOf = (alias: 'k' | 'c') => sql.raw(`(${kept.map((column) => sumIn(alias, column)).join(', ')})`)

const sumsOf = (alias: 'k' | 'c') => {
  const of = (column: string) => sql.raw(sumIn(alias, column))
  return sql`format('%s points, %s calories, %s pending, %s approved, %s rejected', ${of('points')}, ${of('calories')},
    ${of('pending')}, ${of('approved')}, ${of('rejected')})`
}
