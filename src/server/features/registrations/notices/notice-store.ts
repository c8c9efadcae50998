import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { withdrawMails } from '#server/platform/mail/outbox.ts'
import { eventMessages, attendeeNotices as n, registrations as r } from '../tables.ts'

export type NoticeKind = (typeof n.$inferSelect)['kind']
export type Notice = { registrationId: string; mailId: string }

/** One line of SQL: whether an attendee had this notice already. */
export const hasNotice = (kind: NoticeKind, subject: string): SQL =>
  sql`exists (select 1 from ${n} where ${n.registrationId} = ${r.id} and ${n.kind} = ${kind} and ${n.subject} = ${subject})`

/** The attendees who did not have this notice yet; whoever had it from another process is left out. */
export async function addNotices(
  tx: Tx,
  { kind, subject, now }: { kind: NoticeKind; subject: string; now: Date },
  notices: Notice[],
): Promise<Set<string>> {
  if (notices.length === 0) return new Set()
  const added = await tx
    .insert(n)
    .values(notices.map((notice) => ({ ...notice, kind, subject, postedAt: now })))
    .onConflictDoNothing({ target: [n.registrationId, n.kind, n.subject] })
    .returning({ registrationId: n.registrationId })
  return new Set(added.map(({ registrationId }) => registrationId))
}

/**
 * Takes back what has not left yet and would be wrong by now: its code, date or place. It counts as never posted, so that it may be
 * posted anew.
 */
export async function withdrawNotices(
  tx: Tx,
  of: { eventId: string } | { registrationId: string },
  kinds: NoticeKind[] = ['reminder'],
) {
  const whose =
    'eventId' in of
      ? sql`${n.registrationId} in (select ${r.id} from ${r} where ${r.eventId} = ${of.eventId})`
      : sql`${n.registrationId} = ${of.registrationId}`
  const withdrawn = await withdrawMails(
    tx,
    sql`select ${n.mailId} from ${n} where ${whose} and ${inArray(n.kind, kinds)}`,
  )
  if (withdrawn.length === 0) return
  const gone = await tx
    .delete(n)
    .where(and(whose, inArray(n.mailId, withdrawn)))
    .returning({ kind: n.kind, subject: n.subject })
  const messages = gone.filter(({ kind }) => kind === 'message').map(({ subject }) => subject)
  // They were counted when the last email was posted.
  if (messages.length > 0)
    await tx
      .update(eventMessages)
      .set({ recipients: sql`${eventMessages.recipients} - 1` })
      .where(and(inArray(eventMessages.id, messages), isNotNull(eventMessages.finishedAt)))
}

/** Each row names its last email, whose fate the organisers see. */
export async function nameLastMail(tx: Tx, notices: Notice[], now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    update ${r} set mail_id = posted."mailId", mailed_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as posted("mailId" uuid, "registrationId" uuid)
    where ${r.id} = posted."registrationId"`)
}
