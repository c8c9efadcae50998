import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable, lostToAnother } from '../errors.ts'

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

/** Limits how long a caller in a large crowd waits. */
const maxBatch = 100
/** Fewer callers wait for the running batch: a parallel batch would cost another commit. */
const worthABatch = 8
/**
 * Pause between batches, so callers answered a moment ago join the next batch instead of starting a second, smaller
 * one.
 */
const gatherMs = 2

/**
 * Batches concurrent calls into one commit. A single call starts at once; calls during a batch join the next one. `run`
 * answers in the order of its items, all or none. With `atOnce` above 1, this process works on one batch while
 * PostgreSQL writes another.
 */
export function batchConcurrentCalls<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { atOnce = 1 } = {},
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let underWay = 0

  async function start() {
    if (underWay === atOnce) return
    underWay++
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxBatch)
      if (waiting.length >= worthABatch) void start()
      await answer(group)
      if (underWay > 1 && waiting.length < worthABatch) break
      if (waiting.length > 0 && waiting.length < maxBatch) await delay(gatherMs)
    }
    underWay--
  }

  async function answer(group: Waiting<In, Out>[]) {
    try {
      const answers = await run(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Out)
    } catch (error) {
      // Retry each item alone, so one failure does not fail the others. Never retry after a lost connection: the batch
      // may have committed.
      const isUndone = !isDatabaseUnavailable(error) || lostToAnother(error)
      if (group.length > 1 && isUndone) for (const one of group) await answer([one])
      else for (const { reject } of group) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Start after this turn of the event loop, so calls of the same turn join.
      if (waiting.length === (underWay === 0 ? 1 : worthABatch)) setImmediate(start)
    })
}
