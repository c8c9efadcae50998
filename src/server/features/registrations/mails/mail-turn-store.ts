import { type SQL, sql } from 'drizzle-orm'
import { after, hours, minutes } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { attendeeMails } from '../tables.ts'

// Rate limits: anybody can trigger these mails, and they must not fill a stranger's mailbox.
export const pauseBetween = minutes(10)
const mostInWindow = 3
const window = hours(1)

/** Mails before these moments no longer delay the next one. */
export const mailWindows = (now: Date) => ({
  pausedSince: after(now, -pauseBetween).toISOString(),
  hourAgo: after(now, -window).toISOString(),
})

/**
 * Rate limit: takes a turn for each `event_id`, `email` of `from` with fewer than three mails within the hour, and
 * returns these. It can be part of a larger statement. Rows are sorted, so processes that share addresses cannot
 * deadlock.
 */
export function mailTurn(from: SQL, { now, hourAgo }: { now: unknown; hourAgo: unknown }): SQL {
  const { recent } = attendeeMails
  return sql`insert into ${attendeeMails} (event_id, email, recent)
    select wanted.event_id, wanted.email, array[${now}::timestamptz] from ${from} order by wanted.event_id, wanted.email
    on conflict (event_id, email) do update
      set recent = case when cardinality(${recent}) < ${sql.raw(String(mostInWindow))} then ${recent} else ${recent}[2:] end || excluded.recent
      where cardinality(${recent}) < ${sql.raw(String(mostInWindow))} or ${recent}[1] <= ${hourAgo}::timestamptz
    returning event_id, email`
}

type Address = { eventId: string; email: string }

export async function takeMailTurn(tx: Tx, { eventId, email }: Address, now: Date): Promise<boolean> {
  const one = sql`(select ${eventId}::uuid as event_id, ${email}::text as email) as wanted`
  const { rows } = await tx.execute(mailTurn(one, { now: now.toISOString(), hourAgo: mailWindows(now).hourAgo }))
  return rows.length > 0
}

/** When the hourly limit allows the next mail to this address; undefined while the limit is not reached. */
export async function nextMailTurn(db: Db, { eventId, email }: Address): Promise<Date | undefined> {
  const [found] = await db
    .select({ recent: attendeeMails.recent })
    .from(attendeeMails)
    .where(sql`event_id = ${eventId} and email = ${email}`)
  const [oldest] = found && found.recent.length >= mostInWindow ? found.recent : []
  return oldest && after(oldest, window)
}

export async function sweepMailTurns(tx: Tx, now: Date) {
  const { recent } = attendeeMails
  const ended = sql`${mailWindows(now).hourAgo}::timestamptz`
  await tx.delete(attendeeMails).where(sql`${recent}[cardinality(${recent})] <= ${ended}`)
}
