import type { Db, Tx } from '../database/client.ts'

/**
 * Writes to many people, one transaction per portion: locks are short, and a run after a crash continues with those not recorded yet.
 * `mailPortion` says if there may be more. False if it was stopped before the last portion.
 */
export async function inPortions(
  db: Db,
  stopping: AbortSignal | undefined,
  mailPortion: (tx: Tx, nth: number) => Promise<boolean>,
): Promise<boolean> {
  for (let nth = 0; !stopping?.aborted; nth++) {
    if (!(await db.transaction((tx) => mailPortion(tx, nth)))) return true
  }
  return false
}
