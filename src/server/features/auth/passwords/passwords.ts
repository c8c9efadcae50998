import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { problems } from '#contract/problems.ts'
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

/** Takes as long for an unknown account as for a known one, so that the answer's time tells nothing. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  // Not in turn: a full queue would refuse it, and the refusal would be kept for ever.
  decoy ??= hash('nobody has this password')
  // Empty: of an account that was erased.
  const against = stored || (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && Boolean(stored)
}

// The list is ordered by how often a password was found in breaches.
const common = new Set((dictionary['passwords-common'] ?? []).slice(0, 20_000).map(String))
const ownWords = ['fddk', 'sportsweek', 'curacao', 'wellness', 'password']

/** Refuses what is tried first: the common list, and words of this product or person with a little decoration. */
export function refuseWeak(password: string, context: (string | null | undefined)[]) {
  const plain = password.toLowerCase()
  if (
    common.has(plain) ||
    new Set(plain).size < 3 ||
    isDecorated(password, [...ownWords, ...context.flatMap(wordsOf)])
  ) {
    throw new Problem('weak-password', { fields: { password: problems['weak-password'].sentence } })
  }
}

/** A name or address as a whole, and each of its words. */
const wordsOf = (name: string | null | undefined) =>
  name ? [bare(name), ...name.split(/[^\p{L}\p{M}\p{N}]+/u).map(bare)] : []

/** Letters and digits only: case, accents, spaces and signs are what people decorate with. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Nothing but such words, digits and at most two letters more. */
function isDecorated(password: string, words: string[]): boolean {
  const whole = bare(password)
  const longestFirst = words.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/\p{N}/gu, '').length < 3
}
