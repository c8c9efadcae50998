import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { SessionEndReason } from '#contract/sessions.ts'
import { after, days, hours } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import { notify } from '../live/publish.ts'
import { hashSecret, newSecret } from './cookie.ts'
import { endedSessions, sessions } from './tables.ts'

/** Seven days without a visit, thirty in all. */
const sessionLife = { idle: days(7), total: days(30), renewAfter: hours(1) }

/** Always a new secret: a value planted before login is useless after it. */
export async function startSession(tx: Tx, userId: string, now: Date): Promise<{ secret: string; sid: string }> {
  const secret = newSecret()
  const sid = hashSecret(secret)
  await tx
    .insert(sessions)
    .values({ sid, sess: { userId, startedAt: now.toISOString() }, expire: after(now, sessionLife.idle) })
  return { secret, sid }
}

/** The new end of a session that is used now; undefined if it would move by less than an hour. */
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
 * Rotates a session's secret; the old one is invalid from the commit on. `move` transfers the old session's data. Live
 * streams end and reconnect with the new cookie.
 */
export async function replaceSession(
  tx: Tx,
  sid: string,
  move: (next: string) => Promise<unknown>,
): Promise<{ secret: string }> {
  const [held] = await tx.select().from(sessions).where(eq(sessions.sid, sid)).for('update')
  if (!held) throw new Problem('not-signed-in')
  const secret = newSecret()
  const next = hashSecret(secret)
  await tx.insert(sessions).values({ ...held, sid: next })
  await move(next)
  await tx.delete(sessions).where(eq(sessions.sid, sid))
  await notify(tx, { ended: { userId: held.sess.userId, sid, isReplaced: true } })
  return { secret }
}

/** Locks the session until the transaction ends, so a concurrent logout also ends what this transaction adds. */
export async function lockSession(tx: Tx, sid: string) {
  const [held] = await tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sid)).for('share')
  if (!held) throw new Problem('not-signed-in')
}

type Ending = { reason: SessionEndReason; except?: string }

/** Ends every session of a person and their live streams; `except` keeps the acting session. */
export async function endSessionsOf(tx: Tx, userId: string, { reason, except }: Ending) {
  const theirs = eq(sql`(${sessions.sess} ->> 'userId')`, userId)
  const ended = await tx
    .delete(sessions)
    .where(except ? and(theirs, ne(sessions.sid, except)) : theirs)
    .returning()
  const rows = ended.map(({ sid, expire }) => ({ sid, userId, reason, expire }))
  if (rows.length > 0) await tx.insert(endedSessions).values(rows)
  await notify(tx, { ended: { userId, except, reason } })
}

/** Deletes an erased person's sessions and end reasons. */
export async function eraseSessionsOf(tx: Tx, userId: string) {
  await tx.delete(sessions).where(eq(sql`(${sessions.sess} ->> 'userId')`, userId))
  await tx.delete(endedSessions).where(eq(endedSessions.userId, userId))
  await notify(tx, { ended: { userId } })
}

/** Also undefined after the person signed out: there is nothing to explain. */
export async function endReasonOf(db: Db, sid: string, now: Date): Promise<SessionEndReason | undefined> {
  const [ended] = await db
    .select({ reason: endedSessions.reason })
    .from(endedSessions)
    .where(and(eq(endedSessions.sid, sid), gt(endedSessions.expire, now)))
  return ended?.reason
}

/** Deletes a reason that is no longer true. */
export async function forgetEndReasons(tx: Tx, userId: string, reason: SessionEndReason) {
  await tx.delete(endedSessions).where(and(eq(endedSessions.userId, userId), eq(endedSessions.reason, reason)))
}

/**
 * Returns the ended ones of these sessions, with a reason if another person ended them. Uses one array parameter:
 * thousands of ids could exceed the limit of 65,535 parameters.
 */
export async function findEndedSessions(
  db: Db,
  sids: string[],
  now: Date,
): Promise<Map<string, SessionEndReason | undefined>> {
  const { rows } = await db.execute<{ sid: string; reason: SessionEndReason | null }>(sql`
    select asked.sid, ${endedSessions.reason} from unnest(${sql.param([...new Set(sids)])}::text[]) as asked (sid)
    left join ${sessions} on ${sessions.sid} = asked.sid and ${sessions.expire} > ${now.toISOString()}
    left join ${endedSessions} on ${endedSessions.sid} = asked.sid and ${endedSessions.expire} > ${now.toISOString()}
    where ${sessions.sid} is null`)
  return new Map(rows.map(({ sid, reason }) => [sid, reason ?? undefined]))
}

export async function sweepSessions(tx: Tx, now: Date) {
  await tx.delete(sessions).where(lt(sessions.expire, now))
  await tx.delete(endedSessions).where(lt(endedSessions.expire, now))
}
