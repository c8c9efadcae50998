import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** Events whose kept counts are not what their rows say; none, at all times. */
export async function wrongCounts(db: Db): Promise<{ title: string; kept: string; counted: string }[]> {
  const { rows } = await db.execute<{ title: string; kept: string; counted: string }>(sql`
    with counted as (
      select e.id, e.title, count(r.id) filter (where r.status = 'pending') as pending,
        count(r.id) filter (where r.status = 'approved') as approved, count(r.id) filter (where r.status = 'rejected') as rejected,
        count(r.id) filter (where r.status = 'cancelled') as cancelled, count(r.id) filter (where r.checked_in) as checked_in
      from events e left join event_registrations r on r.event_id = e.id group by e.id
    )
    select title, ${sentence('k')} as kept, ${sentence('c')} as counted
    from counted c left join event_counts k on k.event_id = c.id
    where ${sentence('k')} <> ${sentence('c')} order by title, c.id`)
  return rows
}

const sentence = (alias: 'k' | 'c') => {
  const count = (column: string) => sql.raw(`coalesce(${alias}.${column}, 0)`)
  return sql`format('%s pending, %s approved, %s rejected, %s cancelled, %s checked in', ${count('pending')}, ${count('approved')},
    ${count('rejected')}, ${count('cancelled')}, ${count('checked_in')})`
}
