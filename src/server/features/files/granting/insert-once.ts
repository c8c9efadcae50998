import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'
import * as keys from './file-keys-store.ts'

/** Inserts the upload and does what belongs to it; false when a file with its key was there before. */
type Insertion = (tx: Tx, insert: () => Promise<boolean>) => Promise<boolean>

/** The upload under which the file is known from now on, and whether its bytes are there. */
type Inserted = { path: string; isStored: boolean }

const mostTries = 5

/**
 * A device that got no answer asks again, with the key that it gave the file when it was chosen. What has arrived is not sent
 * again, a grant that was not used is renewed, and an attempt whose bytes had begun to come makes room for the new one: at any time
 * one upload has the key.
 */
export async function insertOnce({ db }: Platform, wanted: store.NewUpload, insertion: Insertion): Promise<Inserted> {
  for (let tries = 0; tries < mostTries; tries++) {
    const result = await db.transaction(async (tx): Promise<Inserted | store.Upload | undefined> => {
      if (await insertion(tx, () => store.insert(tx, wanted))) return { path: wanted.path, isStored: false }
      const found = await keys.findByKey(tx, wanted)
      if (!found) return undefined
      if (found.state !== 'granted') return { path: found.path, isStored: true }
      // One that is sent in pieces goes on where it is, with a new secret; a whole one is no way to send pieces.
      const isSameWay = Boolean(found.partsId) === Boolean(wanted.partsId)
      const isUnused = isSameWay && found.grantHash !== '' && found.size === wanted.size && found.type === wanted.type
      if (isUnused && (await keys.renewGrant(tx, found, wanted))) return { path: found.path, isStored: false }
      return found
    })
    if (result && 'isStored' in result) return result
    // In a transaction of its own: locks are taken in the order task, draft, uploads.
    if (result) await db.transaction((tx) => keys.giveUp(tx, result))
  }
  throw new Problem('storage-unavailable')
}
