import { type ExtractTablesWithRelations, fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect, type PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { isDatabaseUnavailable } from './errors.ts'

type Schema = Record<string, never>

/** For reading. A transaction fits as well. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>
/** For writing. A bare `Db` does not fit, so a write outside a transaction does not compile. */
export type Tx = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

type Options = {
  url: string
  /**
   * A pooler between us and PostgreSQL gives every transaction any of its sessions: nothing may be left in one, neither
   * settings nor named statements.
   */
  pooled?: boolean
  onError: (error: Error) => void
  connections?: number
}

/** Waiting longer than this for a lock or an answer helps nobody: the person gets a sentence and tries again. */
const patience = { connect: 2_000, lock: 2_500, statement: 10_000 }

/** Pools whose connections are PostgreSQL's own sessions, which may keep plans. */
const withSessions = new WeakSet<pg.Pool>()
const plannedAt = new WeakMap<pg.PoolClient, number>()
export const keepPlansFor = 1_000

/** For this transaction only, where a session cannot keep it. */
async function limitWaiting(tx: Tx) {
  const set = (name: string, milliseconds: number) => sql`set_config(${name}, ${String(milliseconds)}, true)`
  await tx.execute(sql`select ${set('statement_timeout', patience.statement)}, ${set('lock_timeout', patience.lock)}`)
}

export function openDatabase({ url, pooled = false, onError, connections = 16 }: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.statement + 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(pooled
      ? {}
      : { statement_timeout: patience.statement, lock_timeout: patience.lock, application_name: 'sports-week' }),
  })
  // Without both handlers a database restart ends the process: one is for idle clients, one for those in use.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  if (!pooled) withSessions.add(pool)
  const db: Db = drizzle(pool)
  db.transaction = (work, settings) =>
    inTransaction(pool, pooled ? (tx) => limitWaiting(tx).then(() => work(tx)) : work, settings)
  return { db, pool, close: () => pool.end() }
}

/**
 * Drizzle forgets the client when `begin` itself fails, and after a few outages the pool is empty for good. Here it always
 * goes back, and is thrown away when the connection is what failed.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  settings?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await (drizzle(client) as Db).transaction(work, settings)
  } catch (error) {
    broken = isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
}

const dialect = new PgDialect()

/**
 * A whole transaction in one statement: one way to the database and back. It is written once, with `sql.placeholder` for what
 * changes, and each connection of our own keeps its plan under the name for a second. PostgreSQL itself would keep the plan of a
 * small table until the next analysis, and read all of it once it has grown.
 */
export function oneStatement<Row extends pg.QueryResultRow>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const pool = (db as Db & { $client: pg.Pool }).$client
    const query = { text, values: fillPlaceholders(params, values) }
    if (!withSessions.has(pool)) return (await pool.query<Row>(query)).rows
    const client = await pool.connect()
    try {
      await discardOldPlans(client)
      const { rows } = await client.query<Row>({ ...query, name })
      client.release()
      return rows
    } catch (error) {
      client.release(isDatabaseUnavailable(error))
      throw error
    }
  }
}

async function discardOldPlans(client: pg.PoolClient) {
  const now = performance.now()
  const planned = plannedAt.get(client)
  if (planned !== undefined && now - planned < keepPlansFor) return
  plannedAt.set(client, now)
  if (planned !== undefined) await client.query('discard plans')
}
