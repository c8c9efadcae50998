import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** Every advisory lock of the product: any number, the same in every process and release, and a different one for each. */
export const advisoryLocks = {
  /** Who starts second waits until the first has migrated. */
  migration: 7_203_114,
  /** While files are copied none that rows name may go. */
  backup: 7_203_115,
  approvalEmails: 7_203_116,
  topThreeEmails: 7_203_117,
  administrators: 7_203_118,
  /** Of several that start at once one makes the snapshot. Not 116: the release before waits with that one in a transaction. */
  upgrade: 7_203_119,
  erasing: 7_203_157,
  /** Of equal reports that are asked for at once one is made. */
  reports: 7_203_158,
} as const

/** Waits for it, and holds it until the transaction ends. */
export async function takeLock(tx: Tx, name: keyof typeof advisoryLocks) {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[name]})`)
}
