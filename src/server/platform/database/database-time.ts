import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Db } from './client.ts'

/**
 * The current time by the database's clock, shared by all processes, for deadlines. Not `now()`, which is the start of
 * the transaction. A moved clock (tests, the demo) takes precedence.
 */
export const databaseNow = (clock: Clock): SQL =>
  clock.isReal ? sql`clock_timestamp()` : sql`${clock.now().toISOString()}::timestamptz`

/** Read after a lock wait, it includes the wait. */
export async function readDatabaseTime(db: Db, clock: Clock): Promise<Date> {
  const { rows } = await db.execute<{ milliseconds: number }>(
    sql`select (extract(epoch from ${databaseNow(clock)}) * 1000)::float8 as milliseconds`,
  )
  // Round down to milliseconds, so that rounding never reaches a future moment.
  return new Date(Math.floor(rows[0]?.milliseconds ?? clock.now().getTime()))
}
