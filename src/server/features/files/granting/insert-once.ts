import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'
import * as keys from './file-keys-store.ts'

/** Inserts the upload with its dependent rows; false if a file with this key already exists. */
type Insertion = (tx: Tx, insert: () => Promise<boolean>) => Promise<boolean>

/** The final path of the file; `isStored` means that its bytes have arrived. */
type Inserted = { path: string; isStored: boolean }

const mostTries = 5

/**
 * Makes grants idempotent: a device that got no reply retries with the file's key. A stored file is not sent again, an
 * unused grant is renewed, and a half-sent attempt is replaced. Each key has a single upload at any time.
 */
export async function insertOnce(
  { db }: Platform,
  requested: store.NewUpload,
  insertion: Insertion,
): Promise<Inserted> {
  for (let tries = 0; tries < mostTries; tries++) {
    const result = await db.transaction(async (tx): Promise<Inserted | store.Upload | undefined> => {
      if (await insertion(tx, () => store.insert(tx, requested))) return { path: requested.path, isStored: false }
      const found = await keys.findByKey(tx, requested)
      if (!found) return undefined
      if (found.state !== 'granted') return { path: found.path, isStored: true }
      // A resumable upload continues with a new secret. An upload in a single request cannot become a resumable one.
      const isSameWay = Boolean(found.partsId) === Boolean(requested.partsId)
      const isUnused =
        isSameWay && found.grantHash !== '' && found.size === requested.size && found.type === requested.type
      if (isUnused && (await keys.renewGrant(tx, found, requested))) return { path: found.path, isStored: false }
      return found
    })
    if (result && 'isStored' in result) return result
    // Runs in a separate transaction, to keep the lock order task, draft, uploads.
    if (result) await db.transaction((tx) => keys.giveUp(tx, result))
  }
  throw new Problem('storage-unavailable')
}
