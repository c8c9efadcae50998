import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { after, days, hours } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import { notify } from '../live/publish.ts'
import { hashed, newSecret } from './cookie.ts'
import { sessions } from './tables.ts'

/** Seven days without a visit, thirty in all. */
export const sessionLife = { idle: days(7), total: days(30), renewAfter: hours(1) }

/** Always a new secret: a value planted before login is worth nothing after it. */
export async function startSession(tx: Tx, userId: string, now: Date): Promise<{ secret: string; sid: string }> {
  const secret = newSecret()
  const sid = hashed(secret)
  await tx
    .insert(sessions)
    .values({ sid, sess: { userId, startedAt: now.toISOString() }, expire: after(now, sessionLife.idle) })
  return { secret, sid }
}

/** The moment a session ends if it is used now; unchanged when that moves it by less than an hour. */
export function renewal(session: { sess: { startedAt: string }; expire: Date }, now: Date): Date | undefined {
  const latest = new Date(session.sess.startedAt).getTime() + sessionLife.total
  const expire = new Date(Math.min(now.getTime() + sessionLife.idle, latest))
  return expire.getTime() - session.expire.getTime() >= sessionLife.renewAfter ? expire : undefined
}

export async function extendSession(tx: Tx, sid: string, expire: Date) {
  await tx.update(sessions).set({ expire }).where(eq(sessions.sid, sid))
}

export async function endSession(tx: Tx, sid: string) {
  const [ended] = await tx.delete(sessions).where(eq(sessions.sid, sid)).returning()
  if (ended) await notify(tx, { ended: { userId: ended.sess.userId, sid } })
}

/**
 * Held until the transaction ends, so that what a session is given cannot be missed by whoever ends it at the same moment.
 */
export async function holdSession(tx: Tx, sid: string) {
  const [held] = await tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sid)).for('share')
  if (!held) throw new Problem('not-signed-in')
}

/** Ends every session of a person, open live streams included; `except` is the one they act from. */
export async function endSessionsOf(tx: Tx, userId: string, except?: string) {
  const theirs = eq(sql`(${sessions.sess} ->> 'userId')`, userId)
  await tx.delete(sessions).where(except ? and(theirs, ne(sessions.sid, except)) : theirs)
  await notify(tx, { ended: { userId, except } })
}

/** Which of these sessions still stand. */
export async function standingSessions(db: Db, sids: string[], now: Date): Promise<Set<string>> {
  const standing = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(inArray(sessions.sid, sids), gt(sessions.expire, now)))
  return new Set(standing.map(({ sid }) => sid))
}

export async function sweepSessions(tx: Tx, now: Date) {
  await tx.delete(sessions).where(lt(sessions.expire, now))
}
