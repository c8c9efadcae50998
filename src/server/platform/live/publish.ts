import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Audience, Topic } from '#contract/live.ts'
import type { Db, Tx } from '../database/client.ts'
import type { Signal, SignalBus } from './bus.ts'

export const signalChannel = 'sports_week'

type OwnTransaction = { id: string; signals: Signal[] }

const untilCommit = new WeakMap<object, OwnTransaction>()

/** Heard at commit or never. */
export async function notify(tx: Tx, signal: Signal) {
  const own = untilCommit.get(tx)
  own?.signals.push(signal)
  const payload: Signal = own ? { ...signal, transaction: own.id } : signal
  await tx.execute(sql`select pg_notify(${signalChannel}, ${JSON.stringify(payload)})`)
}

/** Tells open screens what to fetch again: a topic, never data. */
export async function publish(tx: Tx, audience: Audience, ...topics: Topic[]) {
  await notify(tx, { topics, audience })
}

/** A `Db` whose transactions are parts of the one that is under way: they commit with it and are announced with it. */
export function nestTransactions(tx: Tx): Db {
  const nesting = Object.create(tx) as Db
  nesting.transaction = (work) =>
    tx.transaction(async (part) => {
      const own = untilCommit.get(tx)
      if (own) untilCommit.set(part, own)
      return work(part)
    })
  return nesting
}

/**
 * Lets this process's own caches hear a commit before its answer leaves: whoever wrote must read what they wrote, and the
 * way through the database takes a few milliseconds.
 */
export function hearingCommits(db: Db, bus: SignalBus): Db {
  const hearing = Object.create(db) as Db
  hearing.transaction = async (work, settings) => {
    const own: OwnTransaction = { id: randomUUID(), signals: [] }
    const result = await db.transaction(async (tx) => {
      untilCommit.set(tx, own)
      return work(tx)
    }, settings)
    bus.emitCommitted(own.id, own.signals)
    return result
  }
  return hearing
}
