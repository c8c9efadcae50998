import { createHmac, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../config.ts'
import { isMissing, syncFolder } from '../../storage/disk-parts.ts'

type KeyKind = 'passphrase' | 'file'

/** Derived from a secret and the salt in the archive. `id` only tells if two secrets are the same. */
export type ArchiveKey = { kind: KeyKind; salt: string; id: string; signing: Buffer; sealing: Buffer }

export type ArchiveKeys = {
  /** The key for a new archive. Without a passphrase the first call creates the key file. */
  deriveForWriting(): Promise<ArchiveKey>
  /** The key for reading an archive. Undefined without such a secret here. */
  derive(kind: KeyKind, salt: string): Promise<ArchiveKey | undefined>
}

type Secrets = Pick<Config, 'dataDir' | 'backupPassphrase'>

export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup.key')

/** BACKUP_PASSPHRASE, else a key file of this installation that no archive contains. */
export function openKeys(secrets: Secrets): ArchiveKeys {
  const known = new Map<string, Promise<ArchiveKey>>()
  let writingKey: Promise<ArchiveKey> | undefined

  function deriveOnce(kind: KeyKind, secret: string, salt: string) {
    const derived = known.get(`${kind} ${salt}`) ?? deriveKey(kind, secret, salt)
    known.set(`${kind} ${salt}`, derived)
    return derived
  }

  async function makeWritingKey() {
    const salt = randomBytes(16).toString('hex')
    return secrets.backupPassphrase
      ? deriveOnce('passphrase', secrets.backupPassphrase, salt)
      : deriveOnce('file', await makeKeyFile(keyFileOf(secrets)), salt)
  }

  return {
    deriveForWriting() {
      writingKey ??= makeWritingKey()
      return writingKey
    },
    async derive(kind, salt) {
      const secret = kind === 'passphrase' ? secrets.backupPassphrase : await readKeyFile(keyFileOf(secrets))
      return secret === undefined ? undefined : deriveOnce(kind, secret, salt)
    },
  }
}

/** One guess costs a third of a second and 32 MB. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const stretch = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function deriveKey(kind: KeyKind, secret: string, salt: string): Promise<ArchiveKey> {
  const bytes = await stretch(secret.normalize('NFC'), Buffer.from(salt, 'hex'), 64, cost)
  const [signing, sealing] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const id = createHmac('sha256', signing).update('id').digest('hex').slice(0, 16)
  return { kind, salt, id, signing, sealing }
}

/** Undefined before the key file was created. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined || /^[0-9a-f]{64}\n?$/.test(text)) return text?.trim()
  throw new Error(`${path} is damaged: put a copy of it in its place, or move it away and a new one is made.`)
}

/** Atomic: the file appears complete or not at all, and only one of several processes creates it. */
async function makeKeyFile(path: string): Promise<string> {
  const existing = await readKeyFile(path)
  if (existing) return existing
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await file.sync()
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(path))
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
  return makeKeyFile(path)
}
