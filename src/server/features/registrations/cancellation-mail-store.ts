import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { events } from '#server/features/events/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type contentOf, mailColumns, posting, postingTimes } from '#server/platform/mail/outbox.ts'
import { registrations as r } from './tables.ts'

const isUnmailed = and(inArray(r.status, ['pending', 'approved']), isNull(r.cancellationMailedAt))

/** Cancelled events with attendees who were not emailed yet. */
export async function eventsWithUnmailed(db: Db): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: events.id })
    .from(events)
    .innerJoin(r, eq(r.eventId, events.id))
    .where(and(isNotNull(events.cancelledAt), isUnmailed))
  return found.map(({ id }) => id)
}

/** Whom another process or a decision has locked is not waited for: the next sweep finds them. */
export async function lockUnmailed(tx: Tx, eventId: string, limit: number) {
  return tx
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), isUnmailed))
    .orderBy(r.id)
    .limit(limit)
    .for('update', { skipLocked: true })
}

type CancellationMail = { registrationId: string } & ReturnType<typeof contentOf>

export async function postMails(tx: Tx, mails: CancellationMail[], now: Date) {
  const { postedAt, giveUpAt } = postingTimes(now)
  await tx.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as mail("registrationId" uuid, ${sql.raw(mailColumns)})
    ),
    posted as (${posting(sql`given`, { postedAt, giveUpAt })})
    update ${r} set mail_id = given."mailId", mailed_at = ${postedAt}::timestamptz, mail_due_at = null,
      cancellation_mailed_at = ${postedAt}::timestamptz
    from given where ${r.id} = given."registrationId"`)
}
