import { hash, verify } from '@node-rs/argon2'
import { Problem } from '#server/platform/errors/problem.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'

// Hashing fills a core and one of Node's four threads: more than two at once would stall file access for everybody.
const atOnce = 2
const longestQueue = 100
const hashing = createSemaphore(atOnce)

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.countWaiting() >= longestQueue) throw new Problem('unavailable', { retryAfterSeconds: 5 })
  return hashing.run(work)
}

export const hashPassword = (password: string) => inTurn(() => hash(password))

let decoy: Promise<string> | undefined

/** Takes as long for an unknown account as for a known one, so that the response time reveals nothing. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  // Hash the decoy outside the queue: a full queue would refuse it, and the refusal would be kept for ever.
  decoy ??= hash('nobody has this password')
  // An erased account has an empty password.
  const against = stored || (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && Boolean(stored)
}
