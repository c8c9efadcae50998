import { gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { after } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import type { Platform } from '../platform.ts'

/** The lifetime of an unrenewed lease: after a crash the job is free again that soon. */
export const leaseSeconds = 8
const renewEveryMs = (leaseSeconds * 1000) / 4
// Shorter than the lease, so work stops before the database gives the job to another process.
const trustedForMs = (leaseSeconds - 1) * 1000

// Use the database's clock, because computers' clocks differ; not `now()`, which is fixed within a transaction.
export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** True if a process works on the row, by its column `leased_until`. */
export const isLeased = (column: PgColumn) => sql`coalesce(${column} > clock_timestamp(), false)`

type FreeOptions = {
  /** Allows taking over expired leases. False right after an outage, in which nobody could renew a lease. */
  canTakeOver?: boolean | undefined
  /** A lease that ends later than this is invalid: the database's clock was set back. */
  longestSeconds?: number | undefined
}

/** True if nobody works on the row, by its column `leased_until`. */
export function isLeaseFree(column: PgColumn, { canTakeOver = true, longestSeconds = leaseSeconds }: FreeOptions = {}) {
  if (!canTakeOver) return isNull(column)
  const furthest = sql`clock_timestamp() + make_interval(secs => ${longestSeconds})`
  return or(isNull(column), sql`${column} < clock_timestamp()`, sql`${column} > ${furthest}`)
}

/** True once the time has come. A time beyond the longest delay means that the clock was set back. */
export const isDue = (column: PgColumn, now: Date, longestDelayMs: number) =>
  or(lte(column, now), gt(column, after(now, longestDelayMs)))

/**
 * For a queue whose index has the processing order, in the leasing transaction. Before the table's first analysis
 * PostgreSQL assumes a short queue, and would read and sort all of it per batch.
 */
export const readInIndexOrder = (tx: Tx) => tx.execute(sql`set local enable_sort = off`)

/** Another process has the job now, or it was removed; stop working on it. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Lease = {
  /** Aborted when the lease is no longer certain. */
  signal: AbortSignal
  /** Call it before an irreversible step: throws unless this process still holds the lease. */
  confirm(): Promise<void>
  stop(): void
}

/** Renews a lease while this process works on the job: a slow job keeps it, a killed process loses it. */
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
    // Renew an expired lease too: if nobody took the job during an outage, it is ours again.
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
