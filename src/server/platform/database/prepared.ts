import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { connectionOf, type Db, type Tx } from './client.ts'
import { canKeepPlan } from './plans.ts'

type Values = Record<string, unknown>
type Prepared<Result> = { execute(values: Values): Promise<Result> }

/**
 * For frequent queries: built once per connection with `sql.placeholder`, and planned by PostgreSQL once a second
 * instead of every time.
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

/**
 * A parameter of a prepared query. Pass dates and texts as the driver writes them: Drizzle's `set` lacks a type for
 * placeholders.
 */
export const placeholder = (name: string) => sql`${sql.placeholder(name)}`

/** Prepares an SQL statement; rows come as the driver returns them, under the statement's names. */
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
