import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

type Difference = { day: string; kept: string; counted: string }

const zone = sql`zone as (select days_time_zone() as name)`

const decisionsOf = (alias: 'k' | 'c') => {
  const of = (column: string) => sql.raw(`coalesce(${alias}.${column}, 0)`)
  return sql`format('%s decisions, %s first tries, %s of them approved', ${of('decisions')}, ${of('tries')}, ${of('approved')})`
}

/** Finds kept first decisions that differ from the proofs; an empty result means correct. */
export async function wrongReviewDays(db: Db): Promise<(Difference & { minutes: number })[]> {
  const { rows } = await db.execute<Difference & { minutes: number }>(sql`
    with ${zone},
    counted as (
      select (first_reviewed_at at time zone zone.name)::date as day,
        greatest(0, floor(extract(epoch from first_reviewed_at - submitted_at) / 60))::int as minutes, count(*) as decisions,
        count(*) filter (where not is_retry) as tries, count(*) filter (where not is_retry and first_decision = 'approved') as approved
      from task_proofs, zone where first_reviewed_at is not null group by 1, 2
    ),
    kept as (
      select day, waited_minutes as minutes, sum(decisions) as decisions, sum(first_tries) as tries, sum(first_tries_approved) as approved
      from review_days group by 1, 2
    )
    select day::text as day, minutes, ${decisionsOf('k')} as kept, ${decisionsOf('c')} as counted
    from counted c full join kept k using (day, minutes) where ${decisionsOf('k')} <> ${decisionsOf('c')} order by day, minutes`)
  return rows
}

/** Finds kept rejections that differ from the proofs; an empty result means correct. */
export async function wrongRejectionDays(db: Db): Promise<(Difference & { reason: string })[]> {
  const { rows } = await db.execute<Difference & { reason: string }>(sql`
    with ${zone},
    counted as (
      select (reviewed_at at time zone zone.name)::date as day, reason, count(*) as rejections
      from task_proofs, zone, unnest(coalesce(nullif(rejection_reasons, '{}'), array[''])) as reason
      where status = 'rejected' and reviewed_at is not null group by 1, 2
    ),
    kept as (select day, reason, sum(rejections) as rejections from rejection_days group by 1, 2)
    select day::text as day, reason, coalesce(k.rejections, 0)::text as kept, coalesce(c.rejections, 0)::text as counted
    from counted c full join kept k using (day, reason)
    where coalesce(k.rejections, 0) <> coalesce(c.rejections, 0) order by day, reason`)
  return rows
}
