import { gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { after } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import type { Platform } from '../platform.ts'

/** How long a lease lasts without being renewed: after a crash the job is free again that soon. */
export const leaseSeconds = 8
const renewEveryMs = (leaseSeconds * 1000) / 4
// Ends before the database lets somebody else have the job.
const trustedForMs = (leaseSeconds - 1) * 1000

// The database's clock, since those of several computers differ; not `now()`, which stands still within a transaction.
export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

type FreeOptions = {
  /** Whether leases that ran out may be taken over. Not right after an outage, in which nobody could renew theirs. */
  canTakeOver?: boolean
  /** Further ahead than any lease lasts: the database's clock was set back since. */
  longestSeconds?: number
}

/** Whether nobody works on the row, by its column `leased_until`. */
export function isLeaseFree(column: PgColumn, { canTakeOver = true, longestSeconds = leaseSeconds }: FreeOptions = {}) {
  if (!canTakeOver) return isNull(column)
  const furthest = sql`clock_timestamp() + make_interval(secs => ${longestSeconds})`
  return or(isNull(column), sql`${column} < clock_timestamp()`, sql`${column} > ${furthest}`)
}

/** Whether the moment has come. One that is further ahead than anything is ever put off means that the clock was set back. */
export const isDue = (column: PgColumn, now: Date, longestDelayMs: number) =>
  or(lte(column, now), gt(column, after(now, longestDelayMs)))

/**
 * For a queue whose index has the order in which it is worked on, in the transaction that leases. Before its first analysis of the table
 * PostgreSQL takes the queue for short, and would read and sort all of it for every batch.
 */
export const readInIndexOrder = (tx: Tx) => tx.execute(sql`set local enable_sort = off`)

/** Somebody else has the job now, or it is no longer wanted: whoever worked on it must leave it alone. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Lease = {
  /** Aborted once the lease cannot be counted on any more. */
  signal: AbortSignal
  /** Before something is done that cannot be undone: throws unless the job is still ours. */
  confirm(): Promise<void>
  stop(): void
}

/** Renews a lease for as long as this process works on the job: a slow job keeps it, a killed process loses it. */
export function keepLease({ db, log }: Pick<Platform, 'db' | 'log'>, renew: (tx: Tx) => Promise<boolean>): Lease {
  const losing = new AbortController()
  let renewedAt = performance.now()
  let isRenewing = false

  async function renewOnce() {
    const sentAt = performance.now()
    const isOurs = await db.transaction(renew)
    if (isOurs) renewedAt = sentAt
    else losing.abort(new LeaseLost())
  }
  async function renewInTime() {
    if (performance.now() - renewedAt > trustedForMs) losing.abort(new LeaseLost())
    if (isRenewing) return
    isRenewing = true
    // Also when it ran out: after an outage in which nobody took the job, it is ours again.
    await renewOnce().catch((error: unknown) => log.warn({ err: error }, 'renewing a lease failed'))
    isRenewing = false
  }
  const timer = setInterval(renewInTime, renewEveryMs)
  timer.unref()

  return {
    signal: losing.signal,
    async confirm() {
      await renewOnce()
      losing.signal.throwIfAborted()
    },
    stop: () => clearInterval(timer),
  }
}
