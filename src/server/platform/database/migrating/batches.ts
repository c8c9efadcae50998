import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runLong } from './run-long.ts'

/**
 * `select fill_something($1)`: changes at most that many rows and returns their number. A `lock table` may precede it.
 */
const batch = /^(?:\s*--.*\n)*\s*(lock\s+table\s[^;]+;)?\s*(select\s+\w+\(\$1\));?\s*$/i

/** True for a statement that repeats until it changes no rows. */
export const isBatch = (statement: string): boolean => batch.test(statement)

const allAtOnce = 2 ** 31 - 1

/** Runs in the client's open transaction. */
export async function runWhole(client: pg.ClientBase, statement: string) {
  while ((await runOnce(client, statement, allAtOnce)).count > 0) {
    // Repeat until a call finds no rows.
  }
}

const firstSize = 10
/** Target duration of a batch; writers to its tables wait that long. */
const targetMs = 100

/**
 * Runs each batch in its transaction, sized to take a tenth of a second, and pauses as long between batches. The last
 * batch finds no rows and records the step in the same transaction.
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

/** Grows at most twofold, because the next rows may be more expensive. */
const nextSize = (size: number, tookMs: number): number =>
  Math.max(1, Math.min(2 * size, allAtOnce, Math.floor((size * targetMs) / tookMs)))

/** Measures the time without the lock wait, because smaller batches do not shorten that. */
async function runOnce(client: pg.ClientBase, statement: string, size: number) {
  const [, lock, fill = ''] = batch.exec(statement) ?? []
  if (lock) await client.query(lock)
  const begun = performance.now()
  const { rows } = await runLong(client, fill, [size])
  return { count: Number(Object.values(rows[0] ?? {})[0]), tookMs: performance.now() - begun }
}
