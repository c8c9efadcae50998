import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

type Row = Record<string, string | number | null>
/** `today` is the set clock's day; it is not over. */
type Asked = { from: string; to: string; today: string; timeZone?: string }

const one = async (db: Db, query: ReturnType<typeof sql>) => (await db.execute<Row>(query)).rows[0] ?? {}
const all = async (db: Db, query: ReturnType<typeof sql>) => (await db.execute<Row>(query)).rows

/**
 * Recomputes every number of the overview from the ledger and the proofs, without stored totals and without the
 * product's formulas.
 */
export async function recompute(db: Db, { from, to, today, timeZone = 'America/Curacao' }: Asked) {
  const tables = sql`
    visible as (select * from companies where hidden_at is null),
    ledger as (select e.*, (effective_at at time zone ${timeZone})::date as day from point_entries e join visible v on v.id = e.company_id),
    proofs as (select p.*, (submitted_at at time zone ${timeZone})::date as day from task_proofs p join visible v on v.id = p.company_id),
    days as (select generate_series(${from}::date, ${to}::date, '1 day')::date as day),
    earned as (select l.* from ledger l join days using (day)),
    handed_in as (select p.* from proofs p join days using (day)),
    over as (select day from days where day < ${today}::date),
    thirds as (select ${from}::date + (count(*) / 3)::int as first_end, max(day) - (count(*) / 3)::int as last_begin, max(day) as last_end,
      count(*) as over, (select count(*) from days) as days from over),
    open as (select count(*) as tasks from tasks where (created_at at time zone ${timeZone})::date <= ${to}::date
      and (archived_at is null or (archived_at at time zone ${timeZone})::date >= ${from}::date))`
  const totals = await one(
    db,
    sql`with ${tables} select (select count(*)::int from visible) as companies,
      (select count(distinct company_id)::int from handed_in where status = 'approved') as "activeCompanies",
      (select coalesce(sum(points), 0)::int from earned) as points, (select coalesce(sum(calories), 0)::int from earned) as calories,
      (select count(*)::int from handed_in where status = 'pending') as pending,
      (select count(*)::int from handed_in where status = 'approved') as approved,
      (select count(*)::int from handed_in where status = 'rejected') as rejected`,
  )
  const days = await all(
    db,
    sql`with ${tables} select d.day::text as date,
      (select coalesce(sum(points), 0)::int from earned e where e.day = d.day) as points,
      (select coalesce(sum(calories), 0)::int from earned e where e.day = d.day) as calories,
      (select count(*)::int from handed_in h where h.day = d.day) as proofs,
      (select count(distinct company_id)::int from handed_in h where h.day = d.day and status = 'approved') as "activeCompanies"
      from days d order by 1`,
  )
  const companies = await all(
    db,
    sql`with ${tables}, sums as (select v.id, v.name, v.team_size as "teamSize",
        (select coalesce(sum(points), 0)::int from earned e where e.company_id = v.id) as points,
        (select coalesce(sum(calories), 0)::int from earned e where e.company_id = v.id) as calories,
        (select count(*)::int from handed_in h where h.company_id = v.id and status = 'pending') as pending,
        (select count(*)::int from handed_in h where h.company_id = v.id and status = 'approved') as approved,
        (select count(*)::int from handed_in h where h.company_id = v.id and status = 'rejected') as rejected,
        (select count(distinct day)::int from handed_in h where h.company_id = v.id and status = 'approved') as "activeDays",
        (select coalesce(sum(points), 0)::int from earned e, thirds where e.company_id = v.id and day < first_end) as early,
        (select coalesce(sum(points), 0)::int from earned e, thirds where e.company_id = v.id and day > last_begin and day <= last_end) as late,
        (select count(distinct g.device_hash)::int from capture_guests g, proof_draft_files f, handed_in h
          where f.guest_id = g.id and f.path = any(h.content_urls) and h.company_id = v.id) as devices,
        exists (select 1 from handed_in h where h.company_id = v.id)::int as accounts from visible v)
      select sums.*, case when open.tasks > 0 then least(1, approved::float8 / open.tasks) end as completion,
        "activeDays"::float8 / thirds.days as consistency,
        case when early > 0 and thirds.over >= 3 then (late - early)::float8 / early end as momentum,
        case when "teamSize" >= 5 and devices > 0 then least(1, (devices + accounts)::float8 / "teamSize") end as "peopleReached" from sums, open, thirds`,
  )
  const tasks = await all(
    db,
    sql`with ${tables} select t.id, (select count(*)::int from handed_in h where h.task_id = t.id and status = 'pending') as pending,
      (select count(*)::int from handed_in h where h.task_id = t.id and status = 'approved') as approved,
      (select count(*)::int from handed_in h where h.task_id = t.id and status = 'rejected') as rejected from tasks t`,
  )
  return { totals, days, companies, tasks }
}
