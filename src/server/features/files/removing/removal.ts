import { isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { notify } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import * as store from '../store.ts'

/** An unused file may be resumed for a day. */
export const keptUnused = hours(24)

/** From here on nobody sees or uses them. Their bytes go after the transaction, with `removeForgotten`. */
export async function forget(tx: Tx, paths: string[]) {
  await store.update(tx, paths, { state: 'discarded' })
}

/** The same for those of them that nothing has used meanwhile; says which. */
export const forgetUnused = (tx: Tx, paths: string[]): Promise<string[]> => store.discardIfUnused(tx, paths)

/** Whoever sends one of these right now is refused at once, by the process that receives it, and not after the last byte. */
export async function endReceiving(tx: Tx, paths: string[]) {
  for (const path of paths) await notify(tx, { discarded: path })
}

/** At once where that is possible; what is out of reach is left to the sweep. */
export async function removeForgotten(platform: Platform, paths: string[]) {
  await removeDiscarded(platform, paths).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'files could not be removed yet'),
  )
}

/** Bytes before rows: a crash or a store out of reach leaves a row that says what is still to be done. */
export async function sweep(platform: Platform) {
  const { db, clock, files } = platform
  const now = clock.now()
  await db.transaction((tx) => store.discardUnused(tx, after(now, -keptUnused), 500))
  await removeDiscarded(platform, await store.listDiscarded(db, 1_000))
  // Later than the rows: the store's clock is not ours.
  await files.removeStaleUploads(after(now, -keptUnused - hours(1)))
}

async function removeDiscarded({ db, files }: Platform, paths: string[]) {
  // The next sweep does it: a backup has yet to copy them.
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
