import { isIPv6 } from 'node:net'
import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { ProblemCode } from '#contract/problems.ts'
import { after } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import { hashSecret } from '../sessions/cookie.ts'
import { attempts } from './tables.ts'

export type Limit = { name: string; most: number; within: number; refusal?: ProblemCode }

/** Counts one attempt and refuses beyond the limit. In the database, so that it holds across processes. */
export async function countAttempt(tx: Tx, limit: Limit, whom: string, now: Date) {
  const one = sql`(values (${attemptKey(limit, whom)})) as attempt(attempt_key)`
  const { rows } = await tx.execute<Counted>(counting(one, windowOf(limit, now)))
  if (rows[0]) refuseBeyond(limit, rows[0], now)
}

type Counted = { count: number; window_ends: Date | string }

export const windowOf = ({ within }: Limit, now: Date) => ({
  windowStarts: now.toISOString(),
  windowEnds: after(now, within).toISOString(),
})

/**
 * Counts each `attempt_key` of `from`, also as part of a larger statement. It returns one row for all equal keys. A window
 * that ends later than one beginning now was made before the clock was set back: it is over, or people would wait for days.
 */
export function counting(from: SQL, { windowStarts, windowEnds }: { windowStarts: unknown; windowEnds: unknown }): SQL {
  // Clocks of several computers differ a little; one that was set back differs more.
  const fresh = sql`(${attempts.windowEnds} <= ${windowStarts}::timestamptz
    or ${attempts.windowEnds} > ${windowEnds}::timestamptz + interval '1 minute')`
  return sql`insert into ${attempts} (key, count, window_ends)
    select attempt_key, count(*), ${windowEnds}::timestamptz from ${from} group by attempt_key order by attempt_key
    on conflict (key) do update set
      count = case when ${fresh} then excluded.count else ${attempts.count} + excluded.count end,
      window_ends = case when ${fresh} then excluded.window_ends else ${attempts.windowEnds} end
    returning key, count, window_ends`
}

export function refuseBeyond(limit: Limit, { count, window_ends: windowEnds }: Counted, now: Date) {
  if (count <= limit.most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((new Date(windowEnds).getTime() - now.getTime()) / 1000))
  throw new Problem(limit.refusal ?? 'too-many-requests', { retryAfterSeconds })
}

/** Takes one attempt back: it turned out to be no failure. */
export async function forgiveAttempt(tx: Tx, limit: Limit, whom: string) {
  await tx
    .update(attempts)
    .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, attemptKey(limit, whom)))
}

export async function sweepAttempts(tx: Tx, now: Date) {
  await tx.delete(attempts).where(lt(attempts.windowEnds, now))
}

// Hashed: the table would otherwise keep addresses of people who only mistyped.
export const attemptKey = (limit: Limit, whom: string) => `${limit.name}:${hashSecret(whom)}`

/** One household or office of IPv6 is one source: its devices can pick any address of their /64, in many spellings. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = eightGroups(address)
  const isIPv4 = groups.slice(0, 6).join() === '0,0,0,0,0,ffff'
  if (!isIPv4) return groups.slice(0, 4).join(':')
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

function eightGroups(address: string): string[] {
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}
