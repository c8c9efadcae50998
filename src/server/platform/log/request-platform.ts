import type { Db, Tx } from '../database/client.ts'
import type { Platform } from '../platform.ts'

const requestIds = new WeakMap<object, string>()

/** The request of a transaction: queued jobs and mails get its id (docs/decisions/0027). */
export const requestIdOf = (tx: Tx): string | undefined => requestIds.get(tx)

/** The platform bound to a request: its log lines, jobs and mails carry the id of the answer. */
export function withRequestId(platform: Platform, requestId: string): Platform {
  let log: Platform['log'] | undefined
  return {
    ...platform,
    db: markTransactions(platform.db, requestId),
    // Lazy: most requests log nothing, and a logger costs more than everything else here.
    get log() {
      log ??= platform.log.child({ requestId })
      return log
    },
  }
}

/** Marks transactions instead of using AsyncLocalStorage, which would slow down every promise. */
function markTransactions(db: Db, requestId: string): Db {
  const marked = Object.create(db) as Db
  marked.transaction = (work, settings) => db.transaction((tx) => work(mark(tx, requestId)), settings)
  return marked
}

/** Also marks savepoints. */
function mark(tx: Tx, requestId: string): Tx {
  requestIds.set(tx, requestId)
  const startSavepoint = tx.transaction.bind(tx)
  tx.transaction = <T>(work: (part: Tx) => Promise<T>) => startSavepoint((part) => work(mark(part, requestId)))
  return tx
}
