import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isLockTimeout } from '../errors.ts'

/** A waiting exclusive lock blocks all other users of the table, for instance until a backup has read it. */
export const longestLockWaitMs = 1_000
const pauseMs = 2_000
const giveUpAfterMs = 15 * 60_000

/** Retries work after a lock timeout or deadlock, with a pause for the transactions queued behind it. */
export async function repeatWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(isLockTimeout(error) || isDeadlock(error)) || Date.now() > giveUpAt) throw error
      await sleep(pauseMs)
    }
  }
}
