import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ArchiveKey, ArchiveKeys } from './keys.ts'
import { DamagedArchive } from './source.ts'

const Signature = z.object({
  key: z.enum(['passphrase', 'file']),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  hmac: z.string().regex(/^[0-9a-f]{64}$/),
})

/** `identity` is the hash of the list of hashes, and covers every name and byte. */
export const sign = (key: ArchiveKey, identity: string): Buffer =>
  Buffer.from(`${JSON.stringify({ key: key.kind, salt: key.salt, id: key.id, hmac: hmacOf(key, identity) })}\n`)

const hmacOf = (key: ArchiveKey, identity: string) =>
  createHmac('sha256', key.signing).update(`sports-week archive ${identity}`).digest('hex')

export type SignatureState = 'valid' | 'none' | 'other key'

/** Throws if our key shows that somebody changed the archive. */
export async function checkSignature(
  text: string | undefined,
  identity: string,
  keys: ArchiveKeys,
): Promise<SignatureState> {
  if (text === undefined) return 'none'
  const signature = Signature.safeParse(parseJson(text)).data
  if (!signature) throw new DamagedArchive('The archive is damaged: its signature cannot be read.')
  const key = await keys.derive(signature.key, signature.salt)
  if (key?.id !== signature.id) return 'other key'
  if (!timingSafeEqual(Buffer.from(hmacOf(key, identity)), Buffer.from(signature.hmac)))
    throw new DamagedArchive('The archive was changed after it was signed.')
  return 'valid'
}

/** Sentences for people; a valid signature needs none. */
export const describeSignature = {
  none: 'The archive is not signed, so that anybody may have made or changed it.',
  'other key':
    'The archive is signed with a key that is not here. Set BACKUP_PASSPHRASE to the passphrase it was made with, or put the file ' +
    'backup.key of the installation that made it into DATA_DIR.',
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
