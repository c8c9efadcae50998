import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransaction, PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { gatherWrites } from './batching/gather-writes.ts'
import { isDatabaseUnavailable, isDeadlock } from './errors.ts'
import { allowPlans, discardOldPlans } from './plans.ts'
import { measurePoolWaits } from './pool-waits.ts'

type Schema = Record<string, never>

/** For reads. A transaction fits as well. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>
/** For writes. A bare `Db` does not fit, so a write outside a transaction does not compile. */
export type Tx = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

type Options = {
  url: string
  /**
   * True behind a pooler, which gives each transaction any of its sessions: leave no settings and no named statements
   * in a session.
   */
  pooled?: boolean
  onError: (error: Error) => void
  connections?: number
  waiting?: Waiting
  /** The number of attempts of a transaction that PostgreSQL ends because of a deadlock. */
  attempts?: number
}

/** Timeouts for a connection, a lock and an answer, in milliseconds. */
type Waiting = { connect: number; lock: number; statement: number }

/** A longer wait helps nobody: the person gets a sentence and tries again. */
const defaultWaiting: Waiting = { connect: 2_000, lock: 2_500, statement: 10_000 }

/** Sets the timeouts per transaction where a pooler cannot keep them in a session. */
async function limitWaiting(tx: Tx, { statement, lock }: Waiting) {
  const set = (name: string, milliseconds: number) => sql`set_config(${name}, ${String(milliseconds)}, true)`
  await tx.execute(sql`select ${set('statement_timeout', statement)}, ${set('lock_timeout', lock)}`)
}

export function openDatabase({
  url,
  pooled = false,
  onError,
  connections = 16,
  waiting = defaultWaiting,
  attempts = 3,
}: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waiting.connect,
    query_timeout: waiting.statement + 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Pipelining: statements of one transaction that start together are sent together, without a round trip each.
    pipeline: true,
    ...(pooled
      ? {}
      : { statement_timeout: waiting.statement, lock_timeout: waiting.lock, application_name: 'sports-week' }),
  })
  measurePoolWaits(pool)
  // Without both handlers a database restart ends the process: one covers idle clients, one clients in use.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    gatherWrites(client)
    if (!pooled) allowPlans(client)
  })

  const db: Db = drizzle(pool)
  db.transaction = (work, settings) => {
    const limited: typeof work = pooled ? (tx) => limitWaiting(tx, waiting).then(() => work(tx)) : work
    return afterDeadlocks(attempts, () => inTransaction(pool, limited, settings))
  }
  return { db, pool, close: () => pool.end() }
}

/**
 * Drizzle leaks the client when `begin` fails, which empties the pool after a few outages. Release it always, and
 * destroy it after a connection failure.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  settings?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await discardOldPlans(client)
    return await (drizzle(client) as Db).transaction((tx) => work(rememberConnection(tx, client)), settings)
  } catch (error) {
    broken = isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Retries a transaction that PostgreSQL rolled back because of a deadlock. */
async function afterDeadlocks<T>(attempts: number, run: () => Promise<T>): Promise<T> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error
    }
  }
}

const connections = new WeakMap<object, pg.PoolClient>()

/** Also remembers the connection for savepoints. */
function rememberConnection(tx: Tx, client: pg.PoolClient): Tx {
  connections.set(tx, client)
  const startSavepoint = tx.transaction.bind(tx)
  tx.transaction = <T>(work: (part: Tx) => Promise<T>) =>
    startSavepoint((part) => work(rememberConnection(part, client)))
  return tx
}

/** The connection for a prepared statement: the transaction's client, or the pool. */
export function connectionOf(tx: Tx): pg.PoolClient
export function connectionOf(db: Db): pg.PoolClient | pg.Pool
export function connectionOf(db: Db): pg.PoolClient | pg.Pool {
  return connections.get(db) ?? (db as Db & { $client: pg.Pool }).$client
}
