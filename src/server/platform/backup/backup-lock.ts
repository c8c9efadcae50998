import { sql } from 'drizzle-orm'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Db } from '../database/client.ts'

/**
 * While a backup copies files, no file that its rows name may be removed. Call it after the rows no longer name the
 * file: a later backup does not include it.
 */
export async function isBackupUnderWay(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}) as free`,
  )
  return rows[0]?.free !== true
}
