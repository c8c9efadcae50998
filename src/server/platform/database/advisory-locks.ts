import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** Every advisory lock of the product: unique numbers, the same in every process and release. */
export const advisoryLocks = {
  /** A second starting process waits until the first has migrated. */
  migration: 7_203_114,
  /** While a backup copies files, no file that its rows name may be removed. */
  backup: 7_203_115,
  approvalEmails: 7_203_116,
  topThreeEmails: 7_203_117,
  administrators: 7_203_118,
  /**
   * Only one of several starting processes makes the snapshot. Not 116: the previous release waits for that one in a
   * transaction.
   */
  upgrade: 7_203_119,
  erasing: 7_203_157,
  /** Of several equal report requests one makes the report. */
  reports: 7_203_158,
} as const

/** Waits for the lock and holds it until the transaction ends. */
export async function takeLock(tx: Tx, name: keyof typeof advisoryLocks) {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[name]})`)
}
