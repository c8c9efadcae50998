import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

type Row = Record<string, number | null>
type Asked = { from: string; to: string; now: Date; timeZone?: string }

const one = async (db: Db, query: ReturnType<typeof sql>) => (await db.execute<Row>(query)).rows[0] ?? {}

/** An interpolated percentile may have fractions of a millisecond. */
const toWhole = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : Math.round(value)]))

const picked = [
  'Not enough different photos or videos',
  'The activity is not visible',
  'Too dark or blurred',
  'Wrong task',
]

/**
 * Recomputes the review service from the audit entries and the notes of the proofs. It uses neither stored sums nor the
 * product's formulas.
 */
export async function recomputeReviews(db: Db, { from, to, now, timeZone = 'America/Curacao' }: Asked) {
  const inPeriod = (moment: string) =>
    sql`(${sql.raw(moment)} at time zone ${timeZone})::date between ${from}::date and ${to}::date`
  const tables = sql`
    proofs as (select p.* from task_proofs p join companies c on c.id = p.company_id where c.hidden_at is null),
    decisions as (
      select p.id, p.company_id, p.task_id, a.at, a.action = 'approved proof' as is_approval,
        floor(extract(epoch from a.at - p.submitted_at) / 60) * 60000 as took,
        row_number() over (partition by p.id order by a.at, a.id) as of_proof,
        row_number() over (partition by p.company_id, p.task_id order by a.at, a.id) as of_task
      from audit_entries a join proofs p on p.id::text = a.subject_id where a.action in ('approved proof', 'rejected proof')
    ),
    rejected as (select coalesce(admin_notes, '') as note from proofs where status = 'rejected' and ${inPeriod('reviewed_at')})`
  const waiting = await one(
    db,
    sql`with ${tables}, waits as (
        select extract(epoch from ${now.toISOString()}::timestamptz - submitted_at)::float8 * 1000 as wait from proofs where status = 'pending')
      select count(*)::int as proofs, percentile_cont(0.5) within group (order by wait) as median,
        percentile_cont(0.9) within group (order by wait) as p90, max(wait) as oldest from waits`,
  )
  const decided = await one(
    db,
    sql`with ${tables} select count(*)::int as proofs, percentile_cont(0.5) within group (order by took) as median,
        percentile_cont(0.9) within group (order by took) as p90,
        count(*) filter (where took < 3600000)::int as "under1", count(*) filter (where took >= 172800000)::int as "over48"
      from decisions where of_proof = 1 and ${inPeriod('at')}`,
  )
  const firstTries = await one(
    db,
    sql`with ${tables} select count(*)::int as proofs,
        case when count(*) >= 5 then sum(is_approval::int)::float8 / count(*) end as "approvedShare"
      from decisions where of_task = 1 and ${inPeriod('at')}`,
  )
  const { reversals } = await one(
    db,
    sql`with ${tables} select count(*)::int as reversals from audit_entries a join proofs p on p.id::text = a.subject_id
      where action = 'reopened proof' and ${inPeriod('a.at')}`,
  )
  const rejections: { reason: string; proofs: number }[] = []
  const count = async (reason: string, condition: ReturnType<typeof sql>) => {
    const { proofs } = await one(
      db,
      sql`with ${tables} select count(*)::int as proofs from rejected where ${condition}`,
    )
    if (proofs) rejections.push({ reason, proofs })
  }
  for (const reason of picked) await count(reason, sql`strpos(note, ${reason}) > 0`)
  const withoutPicked = picked.reduce((text, reason) => sql`replace(${text}, ${reason}, '')`, sql`note`)
  await count('Other', sql`${withoutPicked} ~ '[a-z]'`)
  await count('No reason given', sql`note = ''`)
  return { waiting: toWhole(waiting), decided: toWhole(decided), firstTries, rejections, reversals }
}
