import { and, asc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Row } from '#server/features/registrations/service.ts'
import { registrations as r } from '#server/features/registrations/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { withdrawMails } from '#server/platform/mail/outbox.ts'
import { eventMessages, attendeeNotices as n } from './tables.ts'

/** A condition on registrations. */
export type Recipients = SQL | undefined

/** Locks the next recipients in the order of registering; skips rows that others have locked until the next run. */
export async function lockRecipients(tx: Tx, recipients: Recipients, limit: number): Promise<Row[]> {
  return tx
    .select()
    .from(r)
    .where(recipients)
    .orderBy(asc(r.registeredAt), asc(r.id))
    .limit(limit)
    .for('no key update', { of: r, skipLocked: true })
}

export async function hasRecipients(db: Db, recipients: Recipients): Promise<boolean> {
  return (await db.select({ id: r.id }).from(r).where(recipients).limit(1)).length > 0
}

export type NoticeKind = (typeof n.$inferSelect)['kind']
export type Notice = { kind: NoticeKind; subject: string }
export type PostedMail = { registrationId: string; mailId: string }

/** True for an attendee who already had this notice. */
export const hasNotice = ({ kind, subject }: Notice): SQL =>
  sql`exists (select 1 from ${n} where ${n.registrationId} = ${r.id} and ${n.kind} = ${kind} and ${n.subject} = ${subject})`

/** Adds notices and returns the new ones; the unique index skips attendees who got the notice from another process. */
export async function addNotices(tx: Tx, notice: Notice, mails: PostedMail[], now: Date): Promise<PostedMail[]> {
  return tx
    .insert(n)
    .values(mails.map((mail) => ({ ...mail, ...notice, postedAt: now })))
    .onConflictDoNothing({ target: [n.registrationId, n.kind, n.subject] })
    .returning({ registrationId: n.registrationId, mailId: n.mailId })
}

/** Deletes queued mails with an outdated code, date or place. They count as never posted and may be posted again. */
export async function withdrawNotices(
  tx: Tx,
  of: { eventId: string } | { registrationId: string },
  kinds: NoticeKind[] = ['reminder'],
) {
  const isAffected =
    'eventId' in of
      ? sql`${n.registrationId} in (select ${r.id} from ${r} where ${r.eventId} = ${of.eventId})`
      : sql`${n.registrationId} = ${of.registrationId}`
  const withdrawn = await withdrawMails(
    tx,
    sql`select ${n.mailId} from ${n} where ${isAffected} and ${inArray(n.kind, kinds)}`,
  )
  if (withdrawn.length === 0) return
  const gone = await tx
    .delete(n)
    .where(and(isAffected, inArray(n.mailId, withdrawn)))
    .returning({ kind: n.kind, subject: n.subject })
  const messages = gone.filter(({ kind }) => kind === 'message').map(({ subject }) => subject)
  // `recipients` counted them when the last email was posted.
  if (messages.length > 0)
    await tx
      .update(eventMessages)
      .set({ recipients: sql`${eventMessages.recipients} - 1` })
      .where(and(inArray(eventMessages.id, messages), isNotNull(eventMessages.finishedAt)))
}
