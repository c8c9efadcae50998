import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type Db, openDatabase, type Tx } from '#server/platform/database/client.ts'
import { startServer } from '#server/testing.ts'
import { createAccounts } from './data/world.ts'
import { eventually } from './eventually.ts'

type Query = { name?: string; text: string; values?: unknown[] }

/** A product statement as a red control changes it. */
export type Changed = {
  find: RegExp
  /** Returns the same statement without its guard. */
  without?: (query: Query) => Query
  /** Awaited before and after the statement, so that another request runs in between on any machine. */
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

/** For red controls: a database that changes matching statements. Without retries, so that deadlocks surface. */
export function databaseWith(url: string, ...changes: Changed[]): Db {
  const database = openDatabase({ url, onError: () => undefined, attempts: 1 })
  onTestFinished(() => database.close())
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (asked: Query) => Promise<unknown>
    let lastSent: Promise<unknown> = Promise.resolve()
    async function runChanged(asked: Query) {
      const matching = changes.filter(({ find }) => find.test(asked.text))
      let changed = asked
      for (const { without } of matching) if (without) changed = { ...without(changed), name: undefined }
      // Statements of a connection keep their order: otherwise rows would be locked in another order.
      const sending = lastSent.then(async () => {
        for (const { before } of matching) await before?.()
        return { answer: query(changed) }
      })
      lastSent = sending.catch(() => undefined)
      const result = await (await sending).answer
      for (const { after } of matching) await after?.()
      return result
    }
    Object.assign(client, {
      query(asked: string | Query, ...rest: unknown[]) {
        const values = rest.find(Array.isArray)
        const callback = rest.find((value) => typeof value === 'function')
        const running = runChanged(typeof asked === 'string' ? { text: asked, values } : { values, ...asked })
        if (!callback) return running
        running.then(
          (result) => callback(null, result),
          (error) => callback(error),
        )
      },
    })
  })
  return database.db
}

/**
 * A server whose statements are changed, beside an unchanged one on the same database; `startAnother` adds a process.
 */
export async function startServerWith(...changes: Changed[]) {
  const unchanged = await startServer()
  const bareDb = changes.length === 0 ? unchanged.bareDb : databaseWith(unchanged.databaseUrl, ...changes)
  const startAnother = () => startServer({ beside: { ...unchanged, bareDb } })
  const server = changes.length === 0 ? unchanged : await startAnother()
  const { db } = unchanged
  const accounts = createAccounts({ ...server, db, config: server.platform.config })
  return { ...server, ...accounts, db, unchanged, startAnother }
}

const rewrite = (find: RegExp, pattern: RegExp, replacement = ''): Changed => ({
  find,
  without: (query) => ({ ...query, text: query.text.replace(pattern, replacement) }),
})

const rowLock = / for (no key update|update|key share|share)( of "\w+")?( skip locked)?$/

/** Removes a row lock that the product takes before it decides. */
export const withoutRowLock = (table: string) =>
  rewrite(new RegExp(`(from|join) "${table}".*${rowLock.source}`), rowLock)

/**
 * Strengthens `for no key update` to `for update`, as for a deletion: statements with a foreign key to the row wait
 * too.
 */
export const lockedForDeletion = (table: string) =>
  rewrite(new RegExp(`from "${table}".* for no key update$`), / for no key update$/, ' for update')

export const withoutAdvisoryLock: Changed = {
  find: /pg_advisory_xact_lock/,
  without: () => ({ text: 'select 1' }),
}

/**
 * Makes an existing row fail the statement. Also needed with `withoutIndex`: `on conflict` requires the dropped index.
 */
export const withoutConflictClause = (find: RegExp) =>
  rewrite(find, / on conflict (\([^)]*\)( where [^)]*?)? )?do nothing/)

/** Replaces a delete that consumes a row by a select, which leaves the row for others. */
export const lookInsteadOfDeleting = (table: string) =>
  rewrite(new RegExp(`^delete from "${table}" where .* returning`), /^delete (from .*) returning (.*)$/, 'select $2 $1')

/** A barrier: requests wait at this statement until `count` of them have arrived. */
export function meetBefore(find: RegExp, count: number): Changed {
  let arrived = 0
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  // The timeout lets the control fail by its assertion instead of hanging.
  const patience = () => new Promise((resolve) => setTimeout(resolve, 30_000).unref())
  return {
    find,
    async before() {
      arrived++
      if (arrived === count) openGate()
      if (arrived <= count) await Promise.race([gate, patience()])
    },
  }
}

/**
 * Starts another request before the first matching statement, and waits until it is answered or blocked by a lock.
 * `waiting` is the number of requests that it makes wait.
 */
export function interruption(find: RegExp, waiting = 1) {
  type Reply = { status: number }
  let prepared: { db: Db; act: () => Promise<Reply> } | undefined
  let reply: Promise<Reply> | undefined
  const changed: Changed = {
    find,
    async before() {
      if (!prepared || reply) return
      const { db, act } = prepared
      reply = act()
      await Promise.race([
        reply,
        eventually(async () => (await countWaiting(db)) >= waiting, 'the other request to wait'),
      ])
    },
  }
  return {
    changed,
    prepare: (db: Db, act: () => Promise<Reply>) => {
      prepared = { db, act }
    },
    status: async () => (await reply)?.status,
  }
}

export const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

/** Retries on 503: on a small computer a crowd meets 503 before it meets the guard. */
export async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + 45_000
  for (;;) {
    const reply = await call()
    if (reply.status !== 503 || Date.now() > giveUpAt) return reply
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Counts each status, for instance `{ 201: 1, 409: 49 }`. */
export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Counts connections that wait for a lock now. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Starts `act` while a lock is held; releases it once `waiting` connections wait for it. */
export async function whileLocked<T>(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  act: () => Promise<T>,
  { waiting = 1, beforeRelease = async (_tx: Tx): Promise<unknown> => undefined } = {},
): Promise<T> {
  let acting: Promise<T> | undefined
  await db.transaction(async (tx) => {
    await lock(tx)
    acting = act()
    await eventually(async () => (await countWaiting(db)) >= waiting, 'the others to wait for the lock')
    await beforeRelease(tx)
  })
  return acting as Promise<T>
}
