import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { connectionOf, type Db, type Tx } from './client.ts'
import { canKeepPlan } from './plans.ts'

type Values = Record<string, unknown>
type Prepared<Result> = { execute(values: Values): Promise<Result> }

/**
 * For what is asked most: the query is built once per connection, with `sql.placeholder` for what changes, and PostgreSQL parses
 * and plans it once a second instead of every time.
 */
export function prepareQuery<Result>(
  name: string,
  build: (db: Db) => { prepare(name: string): Prepared<Result> },
): (db: Db, values: Values) => Promise<Result> {
  const byConnection = new WeakMap<object, Prepared<Result>>()
  return (db, values) => {
    const connection = connectionOf(db)
    const known = byConnection.get(connection)
    if (known) return known.execute(values)
    const prepared = build(drizzle(connection)).prepare(canKeepPlan(connection) ? name : '')
    byConnection.set(connection, prepared)
    return prepared.execute(values)
  }
}

const dialect = new PgDialect()

/** What changes from call to call. Dates and texts as the driver writes them: in `set` Drizzle has no type for a placeholder. */
export const placeholder = (name: string) => sql`${sql.placeholder(name)}`

/** The same for a statement in SQL: rows as the driver gives them, under the names in the statement. */
export function prepareStatement<Row extends pg.QueryResultRow>(
  name: string,
  statement: SQL,
): (tx: Tx, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (tx, given) => {
    const connection = connectionOf(tx)
    const values = fillPlaceholders(params, given)
    const named = canKeepPlan(connection) ? { name } : {}
    return (await connection.query<Row>({ text, values, ...named })).rows
  }
}
