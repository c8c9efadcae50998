import type { Db, Tx } from '../database/client.ts'

/**
 * Sends to many people in batches, one transaction per batch: locks are short, and a run after a crash continues with
 * the rest. `mailPortion` returns true if there may be more. Returns false if stopped early.
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
