import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { allInOrder } from '../database/batching/all-in-order.ts'
import type { Tx } from '../database/client.ts'
import { isLeased, isLeaseFree, leaseEnd, readInIndexOrder } from './lease.ts'

type LeasableTable = PgTable & { leasedUntil: PgColumn; leaseId?: PgColumn }
type Name<T extends LeasableTable> = keyof T['$inferSelect'] & string
type Changes<T extends LeasableTable> = PgUpdateSetSource<T>

export type Leased<T extends LeasableTable> = T['$inferSelect'] &
  (T extends { leaseId: PgColumn } ? { leaseId: string } : unknown)

type Options<T extends LeasableTable> = {
  /** The columns of the primary key. */
  key: Name<T>[]
  /** The column that counts leases, so a row that kills its process is recognised. */
  attempts: Name<T>
  order: PgColumn[]
  /** True if an index has the order. */
  isOrderIndexed?: boolean
  /** Rows outside this condition cannot be held. */
  canBeHeld?: SQL
  /** The longest lease of any release. */
  longestSeconds?: number
}

type Wanted<T extends LeasableTable> = {
  where: SQL | undefined
  limit: number
  canTakeOver?: boolean | undefined
  changes?: Changes<T>
}

/** A table whose rows wait for work, each leased to one process at a time. */
export function leasable<T extends LeasableTable>(
  table: T,
  { key, attempts, order, isOrderIndexed = false, canBeHeld, longestSeconds }: Options<T>,
) {
  const columns = getTableColumns(table) as Record<Name<T>, PgColumn>
  const hasLeaseId = 'leaseId' in table
  // Without a lease id the attempt's number identifies the holder, because every lease counts it.
  const token = hasLeaseId ? ('leaseId' as Name<T>) : attempts
  const newLease = { ...(hasLeaseId && { leaseId: sql`gen_random_uuid()` }), leasedUntil: leaseEnd }
  const noLease = { ...(hasLeaseId && { leaseId: null }), leasedUntil: null }
  const hasKeyOf = (row: Record<string, unknown>) => and(...key.map((name) => eq(columns[name], row[name])))
  /** A process that lost its lease must not overwrite the next holder's result. */
  const isOurs = (row: T['$inferSelect']) => and(hasKeyOf(row), eq(columns[token], row[token]), canBeHeld)

  async function change(tx: Tx, row: T['$inferSelect'], changes: Record<string, unknown>): Promise<boolean> {
    const { rowCount } = await tx
      .update(table as PgTable)
      .set(changes)
      .where(isOurs(row))
    return (rowCount ?? 0) > 0
  }

  return {
    isOurs,

    /** Leases free rows in order, and counts their attempts. Skips locked rows instead of waiting. */
    async lease(tx: Tx, { where, limit, canTakeOver, changes }: Wanted<T>): Promise<Leased<T>[]> {
      const isFree = isLeaseFree(table.leasedUntil, { canTakeOver, longestSeconds })
      const free = tx
        .select(Object.fromEntries(key.map((name) => [name, columns[name]])))
        .from(table as PgTable)
        .where(and(where, isFree))
        .orderBy(...order)
        .limit(limit)
        .for('update', { skipLocked: true })
      // Two statements: in a subquery of the update PostgreSQL may evaluate the limit more than once.
      const [, rows] = await allInOrder([isOrderIndexed && readInIndexOrder(tx), free])
      if (rows.length === 0) return []
      const leased = tx
        .update(table as PgTable)
        .set({ ...changes, ...newLease, [attempts]: sql`${columns[attempts]} + 1` })
        .where(or(...rows.map(hasKeyOf)))
        .returning()
      return (await leased) as Leased<T>[]
    },

    /** False if the lease was lost. */
    renew: (tx: Tx, row: Leased<T>) => change(tx, row, { leasedUntil: leaseEnd }),

    /** Writes the result of the attempt and ends the lease. False, without a write, if the lease was lost. */
    end: (tx: Tx, row: Leased<T>, changes: Changes<T>) => change(tx, row, { ...changes, ...noLease }),

    /** Ends the lease and uncounts the attempt, because the row did not cause the failure. */
    release: (tx: Tx, row: Leased<T>) => change(tx, row, { ...noLease, [attempts]: sql`${columns[attempts]} - 1` }),

    /** Columns that count the selected rows. A row waits since `since`, and only if `isWaiting`. */
    counts: (now: Date, since: PgColumn, isWaiting = sql`true`) => ({
      waiting: countIf(sql`not ${isLeased(table.leasedUntil)} and ${isWaiting}`),
      running: countIf(isLeased(table.leasedUntil)),
      oldestSeconds: sql<number>`coalesce(greatest(0, extract(epoch from
        ${now.toISOString()}::timestamptz - min(${since}))), 0)::float8`,
    }),
  }
}

export const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`
