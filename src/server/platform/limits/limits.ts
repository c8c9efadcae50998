import { isIPv6 } from 'node:net'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { ProblemCode } from '#contract/problems.ts'
import { after } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { placeholder, prepareStatement } from '../database/prepared.ts'
import { Problem } from '../errors/problem.ts'
import { hashSecret } from '../sessions/cookie.ts'
import { attempts } from './tables.ts'

/** The limited subject: one source, or a pair, for instance an account and its network. */
export type Whom = string | readonly [string, string]

export type Limit = { name: string; most: number; within: number; refusal?: ProblemCode }

/** The number of attempts within the window, including this one. */
export type Attempt = { count: number; windowEnds: Date }

/** Counts one attempt and throws beyond the limit. Stored in the database, so it holds across processes. */
export async function countAttempt(tx: Tx, limit: Limit, whom: Whom, now: Date) {
  const [attempt] = await countAttempts(tx, limit, [whom], now)
  if (attempt) refuseBeyond(limit, attempt, now)
}

/** Counts attempts in order: several attempts of one source get consecutive numbers. */
export async function countAttempts(tx: Tx, limit: Limit, whoms: Whom[], now: Date): Promise<Attempt[]> {
  const keys = whoms.map((whom) => attemptKey(limit, whom))
  const windowEnds = after(now, limit.within).toISOString()
  const counted = await addAttempts(tx, { keys, windowStarts: now.toISOString(), windowEnds })
  const byKey = new Map(counted.map((row) => [row.key, row]))
  return keys.map((key, nth) => {
    const row = byKey.get(key)
    if (!row) throw new Error('an attempt was not counted')
    const later = keys.slice(nth + 1).filter((other) => other === key).length
    return { count: row.count - later, windowEnds: new Date(row.window_ends) }
  })
}

// A window that ends too late began before the clock was set back; it counts as over, or people would wait for days.
// Allow a minute of difference between computers' clocks.
const isOver = sql`(${attempts.windowEnds} <= ${placeholder('windowStarts')}::timestamptz
  or ${attempts.windowEnds} > ${placeholder('windowEnds')}::timestamptz + interval '1 minute')`

// Insert in key order, so that two transactions cannot deadlock.
const addAttempts = prepareStatement<{ key: string; count: number; window_ends: Date | string }>(
  'add-attempts',
  sql`insert into ${attempts} (key, count, window_ends)
    select key, count(*), ${placeholder('windowEnds')}::timestamptz from unnest(${placeholder('keys')}::text[]) as given(key)
    group by key order by key
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else ${attempts.count} + excluded.count end,
      window_ends = case when ${isOver} then excluded.window_ends else ${attempts.windowEnds} end
    returning key, count, window_ends`,
)

export function refuseBeyond(limit: Limit, { count, windowEnds }: Attempt, now: Date) {
  if (count <= limit.most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEnds.getTime() - now.getTime()) / 1000))
  throw new Problem(limit.refusal ?? 'too-many-requests', { retryAfterSeconds })
}

/** Takes one attempt back that was not a failure. */
export async function forgiveAttempt(tx: Tx, limit: Limit, whom: Whom) {
  await tx
    .update(attempts)
    .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, attemptKey(limit, whom)))
}

/** Deletes all counts of these sources under every limit; a pair belongs to its first part. */
export async function eraseAttempts(tx: Tx, whoms: string[]) {
  await tx.delete(attempts).where(inArray(sql`split_part(${attempts.key}, ':', 2)`, whoms.map(hashSecret)))
}

export async function sweepAttempts(tx: Tx, now: Date) {
  await tx.delete(attempts).where(lt(attempts.windowEnds, now))
}

// Hashed: otherwise the table would keep email addresses of people who only mistyped.
const attemptKey = (limit: Limit, whom: Whom) => [limit.name, ...[whom].flat().map(hashSecret)].join(':')

/** An IPv6 /64 is one source: its devices can use any address in it, in many spellings. */
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
