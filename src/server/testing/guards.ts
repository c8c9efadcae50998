import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#server/platform/database/client.ts'

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
 * For red controls: what two at once do while the advisory lock locks nothing. In its place they wait for each other and
 * go on together, so that they really meet however busy the computer is.
 */
export async function withoutLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`create sequence public.meeting`)
  await db.execute(sql`create function public.pg_advisory_xact_lock(integer) returns void language plpgsql as $$
    declare
      arrived bigint := nextval('public.meeting');
      latest timestamptz := clock_timestamp() + interval '3 seconds';
    begin
      while (select last_value from public.meeting) < arrived + arrived % 2 and clock_timestamp() < latest loop
        perform pg_sleep(0.005);
      end loop;
      perform pg_sleep((0.25 - mod(extract(epoch from clock_timestamp()), 0.25))::float);
    end $$`)
  try {
    return await work()
  } finally {
    await db.execute(sql`drop function public.pg_advisory_xact_lock(integer)`)
    await db.execute(sql`drop sequence public.meeting`)
  }
}

/**
 * For red controls: a way to the database on which `for update` and `for share` hold nothing. Whoever would have held a row
 * rests a moment after reading it, so that others really come in between.
 */
export function withoutHolding(url: string): Db {
  const database = openDatabase({ url, onError: () => undefined })
  onTestFinished(() => database.close())
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (asked: unknown, ...rest: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query(asked: string | { text: string }, ...rest: unknown[]) {
        if (typeof asked === 'string' || !holding.test(asked.text)) return query(asked, ...rest)
        return query({ ...asked, text: asked.text.replace(holding, '') }, ...rest).then(async (found) => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          return found
        })
      },
    })
  })
  return database.db
}

const holding = / for (no key update|update|share)( skip locked)?$/

export const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

/** A client that is told to come back later comes back: a crowd on a small computer meets 503 before it meets the guard. */
export async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const reply = await call()
    if (reply.status !== 503 || tries === 20) return reply
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

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
