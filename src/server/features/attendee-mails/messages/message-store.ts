import { and, asc, desc, eq, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { MessageAudience } from '#contract/attendee-mails/endpoints.ts'
import { users } from '#server/features/auth/tables.ts'
import { isPendingOrApproved, type Row } from '#server/features/registrations/service.ts'
import { registrations as r } from '#server/features/registrations/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { hasNotice, type Notice, type Recipients } from '../store.ts'
import { attendeeNotices as n, eventMessages as s } from '../tables.ts'

export type Message = typeof s.$inferSelect
/** The recipients of a message; `at` is when it is sent: later attendees do not get it. */
export type Audience = { eventId: string; audience: MessageAudience; at: Date }

const wantsMails = isNull(r.mailsOffAt)

export async function countMeant(db: Db, audience: Audience): Promise<{ recipients: number; mailsOff: number }> {
  const [counted] = await db
    .select({
      recipients: sql<number>`count(*) filter (where ${wantsMails})::int`,
      mailsOff: sql<number>`count(*) filter (where ${isNotNull(r.mailsOffAt)})::int`,
    })
    .from(r)
    .where(isMeant(audience))
  return counted ?? { recipients: 0, mailsOff: 0 }
}

/** The attendee whose email the preview renders. */
export async function findFirstRecipient(db: Db, audience: Audience): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(r)
    .where(and(isMeant(audience), wantsMails))
    .orderBy(asc(r.registeredAt), asc(r.id))
    .limit(1)
  return row
}

export async function insert(tx: Tx, message: typeof s.$inferInsert): Promise<Message> {
  const [inserted] = await tx.insert(s).values(message).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

export async function find(db: Db, id: string): Promise<Message | undefined> {
  const [message] = await db.select().from(s).where(eq(s.id, id))
  return message
}

export async function lock(tx: Tx, id: string): Promise<Message | undefined> {
  const [message] = await tx.select().from(s).where(eq(s.id, id)).for('no key update')
  return message
}

export const noticeOf = ({ id }: Message): Notice => ({ kind: 'message', subject: id })

export const notMailed = (message: Message): Recipients =>
  and(isMeant(audienceOf(message)), wantsMails, not(hasNotice(noticeOf(message))))

/** Saves the exact number of recipients: somebody may have cancelled or checked in since the message was sent. */
export async function finish(tx: Tx, { id }: Message, now: Date) {
  const posted = sql`(select count(*) from ${n} where ${n.kind} = 'message' and ${n.subject} = ${id})`
  await tx.update(s).set({ finishedAt: now, recipients: posted }).where(eq(s.id, id))
}

export async function listUnfinished(db: Db, before: Date): Promise<string[]> {
  const found = await db
    .select({ id: s.id })
    .from(s)
    .where(and(isNull(s.finishedAt), lte(s.sentAt, before)))
  return found.map(({ id }) => id)
}

/** Failed emails of attendees who would still get the message. */
export async function listFailedMails(db: Db, { id }: Message): Promise<string[]> {
  const found = await db
    .select({ id: outbox.id })
    .from(n)
    .innerJoin(outbox, eq(outbox.id, n.mailId))
    .innerJoin(r, eq(r.id, n.registrationId))
    .where(and(eq(n.kind, 'message'), eq(n.subject, id), eq(outbox.state, 'failed'), isPendingOrApproved, wantsMails))
  return found.map((mail) => mail.id)
}

export type MessageWithProgress = {
  message: Message
  sentBy: string | null
  posted: number
  queued: number
  failed: number
}

export async function listWithProgress(db: Db, eventId: string): Promise<MessageWithProgress[]> {
  const progress = db
    .select({
      subject: n.subject,
      posted: sql<number>`count(*)::int`.as('posted'),
      queued: sql<number>`count(*) filter (where ${outbox.state} = 'queued')::int`.as('queued'),
      failed: sql<number>`count(*) filter (where ${outbox.state} = 'failed')::int`.as('failed'),
    })
    .from(n)
    .leftJoin(outbox, eq(outbox.id, n.mailId))
    .where(
      and(eq(n.kind, 'message'), sql`${n.subject} in (select ${s.id}::text from ${s} where ${s.eventId} = ${eventId})`),
    )
    .groupBy(n.subject)
    .as('progress')
  const kept = (column: SQL | SQL.Aliased | unknown) => sql<number>`coalesce(${column}, 0)`
  return db
    .select({
      message: s,
      sentBy: sql<
        string | null
      >`coalesce(nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${users.email})`,
      posted: kept(progress.posted),
      queued: kept(progress.queued),
      failed: kept(progress.failed),
    })
    .from(s)
    .leftJoin(users, eq(users.id, s.sentBy))
    .leftJoin(progress, sql`${progress.subject} = ${s.id}::text`)
    .where(eq(s.eventId, eventId))
    .orderBy(desc(s.sentAt), desc(s.id))
    .limit(200)
}

function isMeant({ eventId, audience, at }: Audience): SQL | undefined {
  const moment = sql`${at.toISOString()}::timestamptz`
  const whose: Record<MessageAudience, SQL | undefined> = {
    all: and(isPendingOrApproved, sql`${r.registeredAt} <= ${moment}`),
    approved: and(eq(r.status, 'approved'), sql`coalesce(${r.approvedAt}, ${r.registeredAt}) <= ${moment}`),
    absent: and(eq(r.status, 'approved'), eq(r.checkedIn, false)),
  }
  return and(eq(r.eventId, eventId), whose[audience])
}

const audienceOf = ({ eventId, audience, sentAt }: Message): Audience => ({ eventId, audience, at: sentAt })
