import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isLockTimeout } from '../errors.ts'

/** Everyone who uses a table waits behind whoever waits for all of it, for instance until a backup has read it. */
export const longestLockWaitMs = 1_000
const pauseMs = 2_000
const giveUpAfterMs = 15 * 60_000

/** What did not get a lock in time, or waits in a circle, is undone and begun again, after those who waited behind it. */
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
