import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runLong } from './run-long.ts'

/** `select fill_something($1)`: does as many as it is told, and answers how many that were. Before it may stand the lock that it needs. */
const batch = /^(?:\s*--.*\n)*\s*(lock\s+table\s[^;]+;)?\s*(select\s+\w+\(\$1\));?\s*$/i

/** A statement that is repeated until nothing is left to do. */
export const isBatch = (statement: string): boolean => batch.test(statement)

const allAtOnce = 2 ** 31 - 1

/** In the transaction that the client is in. */
export async function runWhole(client: pg.ClientBase, statement: string) {
  while ((await runOnce(client, statement, allAtOnce)).count > 0) {
    // What is left is found by the next one.
  }
}

const firstSize = 10
/** Whoever writes to the tables of a batch waits for as long. */
const wantedMs = 100

/**
 * Each in a transaction of its own, as many at once as take a tenth of a second: what one of them is depends on the rows that belong to it.
 * Between them is as much time for everybody else. The last one finds nothing, and is noted in the same transaction.
 */
export async function runInBatches(
  inTransaction: <T>(work: () => Promise<T>) => Promise<T>,
  client: pg.ClientBase,
  statement: string,
  { noteDone, onBatch }: { noteDone(): Promise<void>; onBatch(doneSoFar: number): void },
) {
  let size = firstSize
  let doneSoFar = 0
  for (;;) {
    const { count, tookMs } = await inTransaction(async () => {
      const done = await runOnce(client, statement, size)
      if (done.count === 0) await noteDone()
      return done
    })
    if (count === 0) return
    doneSoFar += count
    onBatch(doneSoFar)
    size = nextSize(size, tookMs)
    await sleep(tookMs)
  }
}

/** At most twice as many as before: the next ones may be larger. */
const nextSize = (size: number, tookMs: number): number =>
  Math.max(1, Math.min(2 * size, allAtOnce, Math.floor((size * wantedMs) / tookMs)))

/** How long it took since it had its lock: whoever it waited for is not made faster by fewer at once. */
async function runOnce(client: pg.ClientBase, statement: string, size: number) {
  const [, lock, fill = ''] = batch.exec(statement) ?? []
  if (lock) await client.query(lock)
  const begun = performance.now()
  const { rows } = await runLong(client, fill, [size])
  return { count: Number(Object.values(rows[0] ?? {})[0]), tookMs: performance.now() - begun }
}
