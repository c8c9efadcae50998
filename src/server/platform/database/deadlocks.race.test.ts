import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { meetBefore } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { openDatabase, type Tx } from './client.ts'

/** Two transactions that take the same two locks, each beginning with another one. */
async function lockCrosswise(options: { attempts?: number } = {}) {
  const { databaseUrl: url } = await startServer()
  const { db, close } = openDatabase({ url, onError: () => undefined, ...options })
  onTestFinished(close)
  const bothHoldOne = meetBefore(/./, 2)
  const lock = (tx: Tx, n: number) => tx.execute(sql`select pg_advisory_xact_lock(4711, ${n})`)
  const lockBoth = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await lock(tx, first)
      await bothHoldOne.before?.()
      await lock(tx, second)
    })
  const results = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)])
  return results.filter(({ status }) => status === 'rejected').length
}

test('of two transactions that wait for each other one begins again, and neither fails', async () => {
  expect(await lockCrosswise()).toBe(0)
})

test('red control: with one attempt one of them fails', async () => {
  expect(await lockCrosswise({ attempts: 1 })).toBe(1)
})
