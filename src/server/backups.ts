import type { Db } from './platform/database/client.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

/** Every file that some row names: what a backup copies. */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  for (const { listStoredFiles } of slices) if (listStoredFiles) yield* listStoredFiles(db)
}

/** Tables whose rows do not come back with a backup. */
export const notRestored = slices.flatMap(({ notRestored = [] }) => notRestored)

/**
 * What was deleted after a backup comes back with it. Most of what the product deletes about people goes by rules of time, so the
 * same rules delete it again: attendees with their mails, files of proofs, unused uploads. The last slice begins: an earlier one
 * removes the files that later ones discard.
 */
export async function eraseDue(platform: Platform, archiveFolder?: string) {
  for (const { eraseDue } of slices.toReversed()) await eraseDue?.(platform, archiveFolder)
}
