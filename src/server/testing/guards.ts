import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** For red controls: what many at once do while a unique index is away. Empties the table before the index comes back. */
export async function withoutIndex<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await db.execute<{ table: string; definition: string }>(
    sql`select tablename as table, indexdef as definition from pg_indexes where indexname = ${name}`,
  )
  const [index] = rows
  if (!index) throw new Error(`There is no index ${name}`)
  await db.execute(sql`drop index ${sql.identifier(name)}`)
  try {
    return await work()
  } finally {
    await db.execute(sql`truncate ${sql.identifier(index.table)} cascade`)
    await db.execute(sql.raw(index.definition))
  }
}

/**
 * For red controls: what many at once do while the advisory lock locks nothing. In its place everybody waits for the same
 * moment, so that they really meet.
 */
export async function withoutLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`create function public.pg_advisory_xact_lock(integer) returns void language sql as
    'select pg_sleep((0.5 - mod(extract(epoch from clock_timestamp()), 0.5))::float)'`)
  try {
    return await work()
  } finally {
    await db.execute(sql`drop function public.pg_advisory_xact_lock(integer)`)
  }
}

export const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

/** How often each status came, for instance `{ 201: 1, 409: 49 }`. */
export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Whether somebody waits for a lock right now. */
export async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}
