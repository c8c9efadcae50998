import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { ArchiveKey, ArchiveKeys } from './keys.ts'
import { DamagedArchive, openPlain, type Sink, type Source } from './source.ts'

/**
 * AES-256-GCM in chunks. Each nonce contains the chunk number and a last-chunk flag, so no chunk can be removed, moved
 * or cut off. Each file has a separate key, so no nonce repeats.
 */
const magic = Buffer.from('sports-week sealed 1\n')
const [saltBytes, idBytes, fileSaltBytes, tagBytes] = [16, 8, 16, 16]
const headerBytes = magic.length + saltBytes + idBytes + fileSaltBytes
const chunkBytes = 1024 * 1024
const cipher = 'aes-256-gcm'

const keyOf = (key: ArchiveKey, fileSalt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key.sealing, fileSalt, 'sports-week sealed', 32))

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(chunk), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** The encrypted size of that many bytes. */
export const sealedSizeOf = (size: number) => headerBytes + size + Math.max(1, Math.ceil(size / chunkBytes)) * tagBytes

export async function sealedSink(sink: Sink, key: ArchiveKey): Promise<Sink> {
  const fileSalt = randomBytes(fileSaltBytes)
  const secret = keyOf(key, fileSalt)
  await sink.write(Buffer.concat([magic, Buffer.from(key.salt, 'hex'), Buffer.from(key.id, 'hex'), fileSalt]))
  let waiting = Buffer.alloc(0)
  let chunk = 0
  async function seal(bytes: Buffer, isLast: boolean) {
    const sealing = createCipheriv(cipher, secret, nonceOf(chunk++, isLast))
    await sink.write(Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]))
  }
  return {
    async write(bytes) {
      waiting = Buffer.concat([waiting, bytes])
      // `end` seals the last chunk with the last-chunk flag.
      for (; waiting.length > chunkBytes; waiting = waiting.subarray(chunkBytes))
        await seal(waiting.subarray(0, chunkBytes), false)
    },
    async end() {
      await seal(waiting, true)
      return sink.end()
    },
  }
}

export async function openSealed(path: string, keys: ArchiveKeys): Promise<Source> {
  const file = await openPlain(path)
  try {
    if (file.size < headerBytes + tagBytes) throw new DamagedArchive('The encrypted archive is cut off.')
    const header = await file.read(0, headerBytes)
    if (!header.subarray(0, magic.length).equals(magic))
      throw new DamagedArchive(`${path} is not encrypted by the product.`)
    const salt = header.toString('hex', magic.length, magic.length + saltBytes)
    const id = header.toString('hex', magic.length + saltBytes, headerBytes - fileSaltBytes)
    const key = await keys.derive('passphrase', salt)
    if (!key) throw new Error('The archive is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.')
    if (key.id !== id)
      throw new Error(
        'BACKUP_PASSPHRASE is not the passphrase that the archive was encrypted with, or its beginning is damaged.',
      )
    return openChunks(file, keyOf(key, header.subarray(headerBytes - fileSaltBytes)))
  } catch (error) {
    await file.close()
    throw error
  }
}

function openChunks(file: Source, secret: Buffer): Source {
  const sealedBytes = file.size - headerBytes
  const last = Math.ceil(sealedBytes / (chunkBytes + tagBytes)) - 1
  const size = sealedBytes - (last + 1) * tagBytes
  let kept: { chunk: number; bytes: Buffer } | undefined

  async function unseal(chunk: number): Promise<Buffer> {
    if (kept?.chunk === chunk) return kept.bytes
    const at = headerBytes + chunk * (chunkBytes + tagBytes)
    const sealed = await file.read(at, Math.min(chunkBytes + tagBytes, file.size - at))
    const opening = createDecipheriv(cipher, secret, nonceOf(chunk, chunk === last))
    opening.setAuthTag(sealed.subarray(-tagBytes))
    try {
      kept = { chunk, bytes: Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]) }
    } catch {
      throw new DamagedArchive('The encrypted archive is damaged or cut off.')
    }
    return kept.bytes
  }

  return {
    size,
    async read(position, length) {
      if (position + length > size) throw new DamagedArchive('The encrypted archive is cut off.')
      const pieces: Buffer[] = []
      for (let at = position; at < position + length; ) {
        const chunk = Math.floor(at / chunkBytes)
        const within = at - chunk * chunkBytes
        const piece = (await unseal(chunk)).subarray(within, within + position + length - at)
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
    close: () => file.close(),
  }
}

/** Checks the first bytes only. */
export async function isSealed(path: string): Promise<boolean> {
  const plain = await openPlain(path)
  try {
    return (await plain.read(0, Math.min(magic.length, plain.size))).equals(magic)
  } finally {
    await plain.close()
  }
}

export const openArchive = async (path: string, keys: ArchiveKeys): Promise<Source> =>
  (await isSealed(path)) ? openSealed(path, keys) : openPlain(path)
