import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Audience, Topic } from '#contract/live.ts'
import type { Db, Tx } from '../database/client.ts'
import { placeholder, prepareStatement } from '../database/prepared.ts'
import type { Signal, SignalBus } from './bus.ts'

export const signalChannel = 'sports_week'

/** A transaction's pending signals, without duplicates: topics per audience, and the others. */
type PendingSignals = { topics: Map<string, { audience: Audience; topics: Set<Topic> }>; others: Map<string, Signal> }

const signalsByTransaction = new WeakMap<object, PendingSignals>()

/** PostgreSQL refuses payloads of 8,000 bytes; a topic with two ids has a hundred. */
const maxTopicsPerSignal = 40

/** Sent at commit or never. All signals of the transaction leave just before its commit. */
export async function notify(tx: Tx, signal: Signal) {
  const pending = signalsByTransaction.get(tx)
  if (pending) add(pending, signal)
  else await send(tx, [signal])
}

/** Tells open screens which topics to refetch; it never carries data. */
export async function publish(tx: Tx, audience: Audience, ...topics: Topic[]) {
  await notify(tx, { topics, audience })
}

/** For frequent events: announced with each commit, but screens get it ten times a second at most. */
export async function publishDebounced(tx: Tx, audience: Audience, ...topics: Topic[]) {
  await notify(tx, { topics, audience, debounced: true })
}

/**
 * A `Db` whose transactions send each signal once. Local caches get them before the answer leaves: a writer must read
 * its writes, and the way through the database takes milliseconds.
 */
export function withLocalSignals(db: Db, bus: SignalBus): Db {
  const announcing = Object.create(db) as Db
  announcing.transaction = async (work, settings) => {
    const id = randomUUID()
    let signals: Signal[] = []
    let sending: Promise<void> | undefined
    const committing = db.transaction(async (tx) => {
      const pending = collectSignals(tx)
      const done = await work(tx)
      signals = signalsOf(pending)
      bus.expectCommit(id)
      sending = send(
        tx,
        signals.map((signal) => ({ ...signal, transaction: id })),
      )
      // Awaited below, together with the pipelined commit; if it fails, the commit is a rollback.
      sending.catch(() => undefined)
      return done
    }, settings)
    try {
      const result = await committing
      await sending
      bus.emitCommitted(id, signals)
      return result
    } finally {
      bus.forgetCommit(id)
    }
  }
  return announcing
}

/** Inner transactions are savepoints: their signals count on success and are discarded on failure. */
function collectSignals(tx: Tx): PendingSignals {
  const pending: PendingSignals = { topics: new Map(), others: new Map() }
  signalsByTransaction.set(tx, pending)
  const startSavepoint = tx.transaction.bind(tx)
  tx.transaction = async <T>(work: (part: Tx) => Promise<T>) => {
    const { result, inner } = await startSavepoint(async (part) => {
      const collected = collectSignals(part)
      return { result: await work(part), inner: collected }
    })
    for (const signal of signalsOf(inner)) add(pending, signal)
    return result
  }
  return pending
}

function add(pending: PendingSignals, signal: Signal) {
  const { topics, audience, ...rest } = signal
  if (!topics || !audience || Object.keys(rest).length > 0) {
    pending.others.set(JSON.stringify(signal), signal)
    return
  }
  const key = JSON.stringify(audience)
  const known = pending.topics.get(key) ?? { audience, topics: new Set<Topic>() }
  for (const topic of topics) known.topics.add(topic)
  pending.topics.set(key, known)
}

function signalsOf({ topics, others }: PendingSignals): Signal[] {
  const announcements = [...topics.values()].flatMap(({ audience, topics: named }) => {
    const all = [...named]
    const parts = Math.ceil(all.length / maxTopicsPerSignal)
    return Array.from({ length: parts }, (_, part) => ({
      topics: all.slice(part * maxTopicsPerSignal, (part + 1) * maxTopicsPerSignal),
      audience,
    }))
  })
  return [...announcements, ...others.values()]
}

const sendAll = prepareStatement(
  'send-signals',
  sql`select pg_notify(${signalChannel}, payload) from unnest(${placeholder('payloads')}::text[]) payload`,
)

async function send(tx: Tx, signals: Signal[]) {
  if (signals.length > 0) await sendAll(tx, { payloads: signals.map((signal) => JSON.stringify(signal)) })
}
