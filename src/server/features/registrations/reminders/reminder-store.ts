import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { hasNotice } from '../notices/notice-store.ts'
import type { Row } from '../store.ts'
import { registrations as r } from '../tables.ts'

/** `moment` is when the reminder was due: who was approved later had an email with everything in it since. */
type Reminder = { eventId: string; subject: string; moment: Date }

const isDue = ({ eventId, subject, moment }: Reminder): SQL | undefined =>
  and(
    eq(r.eventId, eventId),
    eq(r.status, 'approved'),
    isNotNull(r.qrCodePayload),
    isNull(r.mailsOffAt),
    sql`coalesce(${r.approvedAt}, ${r.registeredAt}) <= ${moment.toISOString()}::timestamptz`,
    not(hasNotice('reminder', subject)),
  )

export async function listDue(db: Db, reminder: Reminder): Promise<string[]> {
  const found = await db.select({ id: r.id }).from(r).where(isDue(reminder)).orderBy(r.id)
  return found.map(({ id }) => id)
}

/** Asked again once they are locked. Whom somebody else has locked is not waited for: the next run finds them. */
export async function lockDue(tx: Tx, reminder: Reminder, ids: string[]): Promise<Row[]> {
  return tx
    .select()
    .from(r)
    .where(and(inArray(r.id, ids), isDue(reminder)))
    .orderBy(r.id)
    .for('no key update', { of: r, skipLocked: true })
}
