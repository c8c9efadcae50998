import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Db } from './client.ts'

/**
 * The present by the database's clock, which all processes share, for deadlines that must not depend on who judges them. Not
 * `now()`, which is the beginning of the transaction. Where the product's clock was moved (tests, the demo), that one counts.
 */
export const databaseNow = (clock: Clock): SQL =>
  clock.isReal ? sql`clock_timestamp()` : sql`${clock.now().toISOString()}::timestamptz`

/** Asked after waiting for a lock, it is the moment after the wait. */
export async function readDatabaseTime(db: Db, clock: Clock): Promise<Date> {
  const { rows } = await db.execute<{ milliseconds: number }>(
    sql`select (extract(epoch from ${databaseNow(clock)}) * 1000)::float8 as milliseconds`,
  )
  // Whole milliseconds, rounded down: a moment that has not come yet must not be reached by rounding.
  return new Date(Math.floor(rows[0]?.milliseconds ?? clock.now().getTime()))
}
