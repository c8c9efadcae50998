import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { events } from '#server/features/events/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { isPendingOrApproved } from '../conditions-store.ts'
import { registrations as r } from '../tables.ts'

const isUnmailed = and(isPendingOrApproved, isNull(r.cancellationMailedAt))

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
    .for('no key update', { skipLocked: true })
}

type PostedMail = { id: string; registrationId: string }

/** Each row names the email that tells its attendee about the cancellation. */
export async function markMailed(tx: Tx, mails: PostedMail[], now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const posted = JSON.stringify(mails.map(({ id, registrationId }) => ({ id, registrationId })))
  await tx.execute(sql`
    update ${r} set mail_id = posted.id, mailed_at = ${at}, mail_due_at = null, cancellation_mailed_at = ${at}
    from jsonb_to_recordset(${posted}::jsonb) as posted(id uuid, "registrationId" uuid)
    where ${r.id} = posted."registrationId"`)
}
