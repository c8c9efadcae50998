import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { eq, lte } from 'drizzle-orm'
import { after, hours } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { isLockTimeout } from '../database/errors.ts'
import { Problem } from '../errors/problem.ts'
import type { Platform } from '../platform.ts'
import { hashSecret } from '../sessions/cookie.ts'
import { idempotencyKeys } from './tables.ts'

const lifetime = hours(24)

type KeyedRequest = {
  userId: string
  /** Method and path of the endpoint: another endpoint may reuse the key. */
  endpoint: string
  key: string
  /** The complete request input. */
  input: unknown
}

/** The key also encrypts the stored answer, so it must not be guessable. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\w.:-]{16,200}$/.test(header)) throw new Problem('idempotency-key-invalid')
  return header
}

/**
 * Idempotent: does the work once per key and returns the stored answer to repeats. Key, answer and work share one
 * transaction, so `work` must write through the given platform. A concurrent repeat waits at the primary key until that
 * transaction ends.
 */
export async function runOnce(
  platform: Platform,
  request: KeyedRequest,
  work: (platform: Platform) => Promise<string>,
): Promise<{ reply: string; isReplay: boolean }> {
  const { userId, endpoint, key, input } = request
  const id = hashSecret(`${userId}\n${endpoint}\n${key}`)
  // Keyed hash: the input may contain a password, which a plain hash would let others guess.
  const fingerprint = createHmac('sha256', key).update(JSON.stringify(input)).digest('base64url')
  return platform.db.transaction(async (tx) => {
    if (await reserve(tx, id, fingerprint, platform.clock.now())) {
      const reply = await work({ ...platform, db: tx })
      await tx
        .update(idempotencyKeys)
        .set({ reply: encrypt(reply, key) })
        .where(eq(idempotencyKeys.id, id))
      return { reply, isReplay: false }
    }
    const [first] = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id))
    // The sweep deleted the key meanwhile, so a repeated request finds it free.
    if (!first?.reply) throw new Problem('request-under-way', { retryAfterSeconds: 1 })
    if (first.fingerprint !== fingerprint) throw new Problem('idempotency-key-reused')
    return { reply: decrypt(first.reply, key), isReplay: true }
  })
}

/** True if the key is new or older than a day. */
async function reserve(tx: Tx, id: string, fingerprint: string, now: Date): Promise<boolean> {
  const fresh = { fingerprint, reply: null, createdAt: now }
  const reserved = await tx
    .insert(idempotencyKeys)
    .values({ id, ...fresh })
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: fresh,
      setWhere: lte(idempotencyKeys.createdAt, after(now, -lifetime)),
    })
    .returning({ id: idempotencyKeys.id })
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? new Problem('request-under-way', { retryAfterSeconds: 1 }) : error
    })
  return reserved.length > 0
}

export async function sweep({ db, clock }: Platform) {
  await db.transaction((tx) =>
    tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, after(clock.now(), -lifetime))),
  )
}

const cipherKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'idempotency reply', 32))

function encrypt(text: string, key: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), iv)
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64')
}

function decrypt(stored: string, key: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
