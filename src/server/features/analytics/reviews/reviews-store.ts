import { sql } from 'drizzle-orm'
import { reviewTimeHours } from '#contract/analytics/endpoints.ts'
import type { Db } from '#server/platform/database/client.ts'
import { endOf, inPeriod, startOf, type Zoned } from '../store.ts'

/** Kept rows cover all companies, so subtract the proofs of the few hidden companies. */
const ofHidden = sql`from companies c join task_proofs p on p.company_id = c.id where c.hidden_at is not null`

export type WaitingDay = {
  day: string
  waiting: number
  /** Proofs of hidden companies, not included in `waiting`. */
  hidden: number
}

/** Counts pending proofs by submission day, oldest day first. */
export async function listWaitingDays(db: Db, timeZone: string): Promise<WaitingDay[]> {
  return (
    await db.execute<WaitingDay>(sql`
    select day::text as day, (sum(pending) - sum(hidden))::float8 as waiting, sum(hidden)::float8 as hidden from (
      select day, sum(pending) as pending, 0 as hidden from task_days where pending <> 0 group by day
      union all
      select (p.submitted_at at time zone ${timeZone})::date, 0, 1 ${ofHidden} and p.status = 'pending'
    ) counted group by day having sum(pending) > sum(hidden) order by day`)
  ).rows
}

/** A run of `count` adjacent proofs of a day, after the first `skip`. */
export type WaitingPlaces = { day: string; skip: number; count: number }

/**
 * Reads the submission times at these places, in milliseconds. Each read covers part of a day; without hidden companies
 * an index-only scan is enough.
 */
export async function findSubmissions(
  db: Db,
  { timeZone, withHidden }: { timeZone: string; withHidden: boolean },
  places: WaitingPlaces[],
): Promise<number[]> {
  const isVisible = withHidden
    ? sql`company_id not in (select id from companies where hidden_at is not null)`
    : sql`true`
  const { rows } = await db.execute<{ at: number }>(sql`
    select found.at from jsonb_to_recordset(${JSON.stringify(places.map((each, n) => ({ ...each, n })))}::jsonb)
      as asked (day date, skip int, count int, n int),
    lateral (
      select (extract(epoch from submitted_at) * 1000)::float8 as at from task_proofs
      where status = 'pending' and submitted_at >= (asked.day::timestamp at time zone ${timeZone})
        and submitted_at < ((asked.day + 1)::timestamp at time zone ${timeZone})
        and ${isVisible}
      order by submitted_at, id offset asked.skip limit asked.count
    ) found
    order by asked.n, found.at`)
  return rows.map(({ at }) => at)
}

export type ReviewTimes = {
  decisions: number
  firstTries: number
  firstTriesApproved: number
  /** Minutes on either side of each percentile; null without decisions. */
  medianBelow: number | null
  medianAbove: number | null
  p90Below: number | null
  p90Above: number | null
  /** For each of `reviewTimeHours`: the number of decisions that took less. */
  within: number[]
}

/** Finds the value at this place, counted from 0: the shortest time whose running count exceeds the place. */
const minutesAt = (place: string) => sql.raw(`min(minutes) filter (where up_to > ${place})`)

export async function findReviewTimes(db: Db, zoned: Zoned): Promise<ReviewTimes | undefined> {
  const within = sql.raw(
    reviewTimeHours.map((hours) => `coalesce(sum(decisions) filter (where minutes < ${hours * 60}), 0)`).join(', '),
  )
  const { rows } = await db.execute<ReviewTimes>(sql`
    with times as (
      select minutes, sum(decisions)::float8 as decisions, sum(first_tries) as first_tries, sum(first_tries_approved) as first_tries_approved
      from (
        select waited_minutes as minutes, sum(decisions) as decisions, sum(first_tries) as first_tries,
          sum(first_tries_approved) as first_tries_approved
        from review_days where ${inPeriod(zoned.period)} group by 1
        union all
        select review_minutes(p.submitted_at, p.first_reviewed_at), -1, -(not p.is_retry)::int,
          -(not p.is_retry and p.first_decision = 'approved')::int
        ${ofHidden} and p.first_reviewed_at >= ${startOf(zoned)} and p.first_reviewed_at < ${endOf(zoned)}
      ) counted group by minutes having sum(decisions) > 0
    ),
    running as (select *, sum(decisions) over (order by minutes) as up_to, sum(decisions) over () as total from times)
    select coalesce(sum(decisions), 0)::float8 as decisions, coalesce(sum(first_tries), 0)::float8 as "firstTries",
      coalesce(sum(first_tries_approved), 0)::float8 as "firstTriesApproved",
      ${minutesAt('floor((total - 1) * 0.5::float8)')} as "medianBelow", ${minutesAt('ceil((total - 1) * 0.5::float8)')} as "medianAbove",
      ${minutesAt('floor((total - 1) * 0.9::float8)')} as "p90Below", ${minutesAt('ceil((total - 1) * 0.9::float8)')} as "p90Above",
      array[${within}]::float8[] as within
    from running`)
  return rows[0]
}

/** Counts present rejections of the period by reason; the reason is empty if none was given. */
export async function listRejections(db: Db, zoned: Zoned): Promise<{ reason: string; proofs: number }[]> {
  return (
    await db.execute<{ reason: string; proofs: number }>(sql`
    select reason, sum(rejections)::float8 as proofs from (
      select reason, rejections from rejection_days where ${inPeriod(zoned.period)}
      union all
      select unnest(counted_reasons(p.rejection_reasons)), -1
      ${ofHidden} and p.status = 'rejected' and p.reviewed_at >= ${startOf(zoned)} and p.reviewed_at < ${endOf(zoned)}
    ) counted group by reason having sum(rejections) > 0 order by 2 desc, reason`)
  ).rows
}

/** Counts reopened proofs from the audit log, which has an index on these entries. */
export async function countReversals(db: Db, zoned: Zoned): Promise<number> {
  const { rows } = await db.execute<{ reversals: number }>(sql`
    select count(*)::int as reversals from audit_entries a
    join task_proofs p on p.id = a.subject_id::uuid join companies c on c.id = p.company_id and c.hidden_at is null
    where a.action = 'reopened proof' and a.at >= ${startOf(zoned)} and a.at < ${endOf(zoned)}`)
  return rows[0]?.reversals ?? 0
}
