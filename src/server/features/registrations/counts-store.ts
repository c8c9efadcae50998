import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { isHeld, isPending, isRowUnconfirmed, isUnconfirmed } from './conditions-store.ts'
import { registrations as r } from './tables.ts'

export async function counts(db: Db, eventId: string, capacity: number | null, now: Date) {
  const count = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`
  const [counted] = await db
    .select({
      pending: count(isPending),
      approved: count(eq(r.status, 'approved')),
      rejected: count(eq(r.status, 'rejected')),
      cancelled: count(eq(r.status, 'cancelled')),
      unconfirmed: count(isUnconfirmed),
      held: count(isHeld(now)),
      checkedIn: count(sql`${r.checkedIn}`),
      mailsQueued: count(eq(outbox.state, 'queued')),
      mailsFailed: count(eq(outbox.state, 'failed')),
    })
    .from(r)
    .leftJoin(outbox, eq(outbox.id, r.mailId))
    .where(eq(r.eventId, eventId))
  if (!counted) throw new Error('a count returned no row')
  const { held, ...otherCounts } = counted
  const free = capacity === null ? otherCounts.pending : Math.max(0, capacity - otherCounts.approved - held)
  return { ...otherCounts, capacity, waiting: Math.max(0, otherCounts.pending - free) }
}

type Places = { id: string; capacity: number | null }
type Row = typeof r.$inferSelect

/**
 * Returns the pending registrations of `rows` beyond the capacity. Approved and kept places come first, then the
 * order of registering. Nobody waits where there is room for everybody, nor after a decision.
 */
export async function waitingAmong(db: Db, { id, capacity }: Places, rows: Row[], now: Date): Promise<Set<string>> {
  const ids = rows.filter((row) => row.status === 'pending' && !isRowUnconfirmed(row)).map((row) => row.id)
  if (capacity === null || ids.length === 0) return new Set()
  const { rows: found } = await db.execute<{ id: string }>(sql`
    select id from (
      select ${r.id}, row_number() over (order by ${r.registeredAt}, ${r.id}) as place,
        (select count(*) from event_registrations where event_id = ${id} and status = 'approved')
          + held_places(${id}, ${now.toISOString()}::timestamptz) as taken
      from ${r} where ${r.eventId} = ${id} and ${isPending}
    ) queue where place + taken > ${capacity} and id = any(${sql.param(ids)}::uuid[])`)
  return new Set(found.map(({ id }) => id))
}

/** Events whose stored counts differ from their rows; there should never be one. */
export async function wrongCounts(db: Db): Promise<{ title: string; kept: string; counted: string }[]> {
  const { rows } = await db.execute<{ title: string; kept: string; counted: string }>(sql`
    with counted as (
      select e.id, e.title, count(r.id) filter (where r.status = 'pending' and r.confirm_by is null) as pending,
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
