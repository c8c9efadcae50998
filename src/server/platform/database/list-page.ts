import { and, type SQL } from 'drizzle-orm'
import type { PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { allInOrder } from './batching/all-in-order.ts'
import type { Db } from './client.ts'
import { after, type Order, orderBy, type PageQuery } from './keyset.ts'

type List = {
  /** The source of the count: a table, or tables joined in SQL. */
  from: PgTable | SQL
  where: SQL | undefined
  order: Order
}

/** A page of `rows`, a dynamic query, and the total. The page has one extra row if there is a next page. */
export async function listPage<Rows extends PgSelect>(
  db: Db,
  rows: Rows,
  { from, where, order }: List,
  { limit, offset, position }: PageQuery,
): Promise<{ rows: Awaited<Rows>; total: number }> {
  const page = rows
    .where(and(where, after(order, position)))
    .orderBy(...orderBy(order))
    .limit(limit + 1)
    .offset(offset) as Rows
  const [found, total] = await allInOrder([page, db.$count(from, where)])
  return { rows: found, total }
}
