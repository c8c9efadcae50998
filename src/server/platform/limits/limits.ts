import { isIPv6 } from 'node:net'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { ProblemCode } from '#contract/problems.ts'
import { after } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { placeholder, prepareStatement } from '../database/prepared.ts'
import { Problem } from '../errors/problem.ts'
import { hashSecret } from '../sessions/cookie.ts'
import { attempts } from './tables.ts'

/** Who is counted: one source, or a pair, for instance an account and the network that asks for it. */
export type Whom = string | readonly [string, string]

export type Limit = { name: string; most: number; within: number; refusal?: ProblemCode }

/** How many attempts one source has made within the window, this one included. */
export type Attempt = { count: number; windowEnds: Date }

/** Counts one attempt and refuses beyond the limit. In the database, so that it holds across processes. */
export async function countAttempt(tx: Tx, limit: Limit, whom: Whom, now: Date) {
  const [attempt] = await countAttempts(tx, limit, [whom], now)
  if (attempt) refuseBeyond(limit, attempt, now)
}

/** Counts an attempt for each, in this order: of several by one source each has a number of its own. */
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

// A window that ends later than one beginning now was made before the clock was set back: it is over, or people would wait for
// days. Clocks of several computers differ a little; one that was set back differs more.
const isOver = sql`(${attempts.windowEnds} <= ${placeholder('windowStarts')}::timestamptz
  or ${attempts.windowEnds} > ${placeholder('windowEnds')}::timestamptz + interval '1 minute')`

// In order: two transactions wait for each other, never in a circle.
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

/** Takes one attempt back: it turned out to be no failure. */
export async function forgiveAttempt(tx: Tx, limit: Limit, whom: Whom) {
  await tx
    .update(attempts)
    .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, attemptKey(limit, whom)))
}

/** Whatever is counted for them, under every limit; of a pair its first decides. */
export async function eraseAttempts(tx: Tx, whoms: string[]) {
  await tx.delete(attempts).where(inArray(sql`split_part(${attempts.key}, ':', 2)`, whoms.map(hashSecret)))
}

export async function sweepAttempts(tx: Tx, now: Date) {
  await tx.delete(attempts).where(lt(attempts.windowEnds, now))
}

// Hashed: the table would otherwise keep addresses of people who only mistyped.
const attemptKey = (limit: Limit, whom: Whom) => [limit.name, ...[whom].flat().map(hashSecret)].join(':')

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
