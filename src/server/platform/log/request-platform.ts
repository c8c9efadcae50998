import type { Db, Tx } from '../database/client.ts'
import type { Platform } from '../platform.ts'

const requestIds = new WeakMap<object, string>()

/** The request for which a transaction writes: what it queues takes the id along (docs/decisions/0027). */
export const requestIdOf = (tx: Tx): string | undefined => requestIds.get(tx)

/** The same platform for one request: what it logs, and the jobs and mails it queues, carry the id that its answer carries. */
export function withRequestId(platform: Platform, requestId: string): Platform {
  let log: Platform['log'] | undefined
  return {
    ...platform,
    db: markTransactions(platform.db, requestId),
    // Most requests log nothing, and a logger costs more than everything else here.
    get log() {
      log ??= platform.log.child({ requestId })
      return log
    },
  }
}

/** Bound to the transaction, not to what runs asynchronously: that would cost every promise of the process. */
function markTransactions(db: Db, requestId: string): Db {
  const marked = Object.create(db) as Db
  marked.transaction = (work, settings) => db.transaction((tx) => work(mark(tx, requestId)), settings)
  return marked
}

/** Also the savepoints in it. */
function mark(tx: Tx, requestId: string): Tx {
  requestIds.set(tx, requestId)
  const startSavepoint = tx.transaction.bind(tx)
  tx.transaction = <T>(work: (part: Tx) => Promise<T>) => startSavepoint((part) => work(mark(part, requestId)))
  return tx
}
