import { and, asc, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { rowsOf } from '#server/platform/database/rows.ts'
import type { ServerKeys } from '#server/platform/push/vapid.ts'
import { pushDevices, pushKeys, pushMessages } from '../tables.ts'

export async function findKeys(db: Db): Promise<ServerKeys | undefined> {
  const [keys] = await db
    .select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey })
    .from(pushKeys)
    .where(eq(pushKeys.id, 1))
  return keys
}

/** Two concurrent processes keep the keys of the first one, and both use them. */
export async function insertKeys(tx: Tx, keys: ServerKeys, now: Date) {
  await tx
    .insert(pushKeys)
    .values({ id: 1, ...keys, createdAt: now })
    .onConflictDoNothing()
}

export async function hasDevice(db: Db, sid: string): Promise<boolean> {
  return (await db.$count(pushDevices, eq(pushDevices.sid, sid))) > 0
}

type NewDevice = Omit<typeof pushDevices.$inferInsert, 'id'>

/** Saves one device per session and per browser; replaces the earlier one of either. */
export async function saveDevice(tx: Tx, device: NewDevice) {
  await tx.delete(pushDevices).where(or(eq(pushDevices.endpoint, device.endpoint), eq(pushDevices.sid, device.sid)))
  // Two concurrent requests keep the row of the first one.
  await tx.insert(pushDevices).values(device).onConflictDoNothing()
}

/** Keeps the newest `most` devices of an account. */
export async function removeOldestDevices(tx: Tx, userId: string, most: number) {
  const newest = tx
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .limit(most)
  await tx.delete(pushDevices).where(and(eq(pushDevices.userId, userId), sql`${pushDevices.id} not in (${newest})`))
}

export async function removeDeviceOf(tx: Tx, sid: string) {
  await tx.delete(pushDevices).where(eq(pushDevices.sid, sid))
}

export async function moveDevice(tx: Tx, fromSession: string, toSession: string) {
  await tx.update(pushDevices).set({ sid: toSession }).where(eq(pushDevices.sid, fromSession))
}

export async function removeDevices(tx: Tx, ids: string[]) {
  if (ids.length > 0) await tx.delete(pushDevices).where(inArray(pushDevices.id, ids))
}

export type NewMessage = { userId: string; title: string; path: string }

/** Inserts a message for every device of these people; returns the number of messages. */
export async function insertMessages(
  tx: Tx,
  kind: NotificationKind,
  messages: NewMessage[],
  at: Date,
): Promise<number> {
  if (messages.length === 0) return 0
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rowCount } = await tx.execute(
    sql`insert into ${pushMessages} (id, device_id, kind, title, path, next_attempt_at, created_at)
      select gen_random_uuid(), ${pushDevices.id}, ${kind}::text, title, path, ${moment}, ${moment}
      from ${rowsOf('one', { userId: pushDevices.userId, title: 'text', path: 'text' }, messages)}
      join ${pushDevices} on ${pushDevices.userId} = one."userId"`,
  )
  return rowCount ?? 0
}

export type DueMessage = Awaited<ReturnType<typeof listDue>>[number]

/** Messages have no lease: they are sent by a job, which one process at a time runs. */
export async function listDue(db: Db, now: Date, limit: number) {
  return db
    .select({
      id: pushMessages.id,
      deviceId: pushMessages.deviceId,
      title: pushMessages.title,
      path: pushMessages.path,
      attempts: pushMessages.attempts,
      createdAt: pushMessages.createdAt,
      endpoint: pushDevices.endpoint,
      p256dh: pushDevices.p256dh,
      auth: pushDevices.auth,
    })
    .from(pushMessages)
    .innerJoin(pushDevices, eq(pushDevices.id, pushMessages.deviceId))
    .where(lte(pushMessages.nextAttemptAt, now))
    .orderBy(asc(pushMessages.nextAttemptAt), asc(pushMessages.id))
    .limit(limit)
}

export async function removeMessages(tx: Tx, ids: string[]) {
  if (ids.length > 0) await tx.delete(pushMessages).where(inArray(pushMessages.id, ids))
}

export async function postponeMessage(tx: Tx, id: string, nextAttemptAt: Date) {
  await tx
    .update(pushMessages)
    .set({ nextAttemptAt, attempts: sql`${pushMessages.attempts} + 1` })
    .where(eq(pushMessages.id, id))
}
