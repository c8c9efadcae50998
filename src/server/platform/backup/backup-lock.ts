import { sql } from 'drizzle-orm'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Db } from '../database/client.ts'

/**
 * While a backup copies files, none that its rows name may go. Asked after the rows say that a file is thrown away: a backup that begins
 * later does not name it.
 */
export async function isBackupUnderWay(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}) as free`,
  )
  return rows[0]?.free !== true
}
