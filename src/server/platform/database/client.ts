import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'

type Schema = Record<string, never>

/** For reading. A transaction fits as well. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>
/** For writing. A bare `Db` does not fit, so a write outside a transaction does not compile. */
export type Tx = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

type Options = {
  url: string
  /** A pooler between us and PostgreSQL refuses settings at connect. */
  pooled?: boolean
  onError: (error: Error) => void
  connections?: number
}

/** Waiting longer than this for a lock or an answer helps nobody: the person gets a sentence and tries again. */
const patience = { connect: 2_000, lock: 2_500, statement: 10_000 }

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

  return { db: drizzle(pool), pool, close: () => pool.end() }
}
