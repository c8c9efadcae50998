import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type Db, openDatabase, type Tx } from '#server/platform/database/client.ts'
import { startServer } from '#server/testing.ts'
import { eventually } from './eventually.ts'

type Query = { name?: string; text: string; values?: unknown[] }

/** A statement of the product as a red control runs it. */
export type Changed = {
  find: RegExp
  /** The same statement without its guard. */
  without?: (query: Query) => Query
  /** Waited for before and after it runs, so that another request comes in between however busy the machine is. */
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

/** For red controls: a connection on which the product's own statements run changed. A deadlock is seen, since nothing begins again. */
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
      // One that waits may not be overtaken by the next of its transaction: rows would be locked in another order.
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

/** The product on a database whose statements run changed, beside an unchanged one on the same database; another process can be added. */
export async function startServerWith(...changes: Changed[]) {
  const unchanged = await startServer()
  const bareDb = changes.length === 0 ? unchanged.bareDb : databaseWith(unchanged.databaseUrl, ...changes)
  const startAnother = () => startServer({ beside: { ...unchanged, bareDb } })
  const server = changes.length === 0 ? unchanged : await startAnother()
  return { ...server, db: unchanged.db, unchanged, startAnother }
}

const rewrite = (find: RegExp, pattern: RegExp, replacement = ''): Changed => ({
  find,
  without: (query) => ({ ...query, text: query.text.replace(pattern, replacement) }),
})

const rowLock = / for (no key update|update|key share|share)( of "\w+")?( skip locked)?$/

/** Rows that the product locks before it decides are read without a lock. */
export const withoutRowLock = (table: string) =>
  rewrite(new RegExp(`(from|join) "${table}".*${rowLock.source}`), rowLock)

/** Rows that the product locks for a change of theirs are locked as if they were deleted: whoever points at them waits, too. */
export const lockedForDeletion = (table: string) =>
  rewrite(new RegExp(`from "${table}".* for no key update$`), / for no key update$/, ' for update')

export const withoutAdvisoryLock: Changed = {
  find: /pg_advisory_xact_lock/,
  without: () => ({ text: 'select 1' }),
}

/** A row that is there already makes the statement fail; also together with `withoutIndex`, since it may not lean on an index that is away. */
export const withoutConflictClause = (find: RegExp) =>
  rewrite(find, / on conflict (\([^)]*\)( where [^)]*?)? )?do nothing/)

/** Deleting a row is using it: without the guard it is only looked at. */
export const lookInsteadOfDeleting = (table: string) =>
  rewrite(new RegExp(`^delete from "${table}" where .* returning`), /^delete (from .*) returning (.*)$/, 'select $2 $1')

/** Requests that reach this statement go on together: none before the last of them has come. */
export function meetBefore(find: RegExp, count: number): Changed {
  let arrived = 0
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  // A request that never comes lets the control fail with its own assertion instead of hanging.
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
 * Another request, made before the first statement that matches: it is answered, or waits for a lock, before that statement runs. Where it
 * makes others wait, `waiting` says how many.
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

/** A client that is told to come back later comes back: a crowd on a small computer meets 503 before it meets the guard. */
export async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + 45_000
  for (;;) {
    const reply = await call()
    if (reply.status !== 503 || Date.now() > giveUpAt) return reply
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** How often each status came, for instance `{ 201: 1, 409: 49 }`. */
export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** How many wait for a lock right now. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Starts `act` while a lock is held, and lets go once `waiting` connections wait for it. */
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
