import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable, lostToAnother } from '../errors.ts'

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

/** So that nobody waits long for the answer to a whole crowd. */
const maxBatch = 100
/** Fewer wait for the batch that is under way: beside it they would cost a commit of their own. */
const worthABatch = 8
/** Between two batches: without it a crowd falls apart into those who wait and those who were just answered, with twice the commits. */
const gatherMs = 2

/**
 * What many ask for at the same moment, with one commit. Whoever comes alone is served at once; whoever arrives while a batch is
 * under way joins the next one. `run` answers in the order of its items, for all of them or for none. With more than one batch
 * `atOnce` this process reads and answers while PostgreSQL writes, where one would wait for the other.
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
      // One item that fails must not fail the others: each is tried alone. Whether a lost connection committed, nobody knows: no second try.
      const isUndone = !isDatabaseUnavailable(error) || lostToAnother(error)
      if (group.length > 1 && isUndone) for (const one of group) await answer([one])
      else for (const { reject } of group) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // With everybody who arrived in the same turn of the loop.
      if (waiting.length === (underWay === 0 ? 1 : worthABatch)) setImmediate(start)
    })
}
