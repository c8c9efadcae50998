import { isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { notify } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import * as store from '../store.ts'

/** An unused file is kept, and its upload resumable, for a day. */
export const keptUnused = hours(24)

/** Discards files, so nobody sees or uses them. `removeForgotten` deletes the bytes after the transaction. */
export async function forget(tx: Tx, paths: string[]) {
  await store.update(tx, paths, { state: 'discarded' })
}

/** Discards only the files that are still unused; returns their paths. */
export const forgetUnused = (tx: Tx, paths: string[]): Promise<string[]> => store.discardIfUnused(tx, paths)

/** Aborts running uploads of these files at once, in the process that receives them, not after the last byte. */
export async function endReceiving(tx: Tx, paths: string[]) {
  for (const path of paths) await notify(tx, { discarded: path })
}

/** Deletes bytes at once if the store is reachable; the sweep retries the rest. */
export async function removeForgotten(platform: Platform, paths: string[]) {
  await removeDiscarded(platform, paths).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'files could not be removed yet'),
  )
}

/** Deletes bytes before rows: after a crash or a store failure, the remaining row makes the next sweep retry. */
export async function sweep(platform: Platform) {
  const { db, clock, files } = platform
  const now = clock.now()
  await db.transaction((tx) => store.discardUnused(tx, after(now, -keptUnused), 500))
  await removeDiscarded(platform, await store.listDiscarded(db, 1_000))
  // An hour later than the rows, because the store's clock may differ from ours.
  await files.removeStaleUploads(after(now, -keptUnused - hours(1)))
}

async function removeDiscarded({ db, files }: Platform, paths: string[]) {
  // A running backup has yet to copy these files; the next sweep deletes them.
  if (paths.length === 0 || (await isBackupUnderWay(db))) return
  for (const path of paths) {
    await removeBytes({ files }, path)
    await db.transaction((tx) => store.remove(tx, [path]))
  }
}

export async function removeBytes({ files }: Pick<Platform, 'files'>, path: string) {
  await files.remove(path)
  await files.remove(thumbnailOf(path))
}
