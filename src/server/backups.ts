import type { Db } from './platform/database/client.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

/** Every file that a row references, for backups. */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  for (const { listStoredFiles } of slices) if (listStoredFiles) yield* listStoredFiles(db)
}

/** Tables whose rows do not come back with a backup. */
export const notRestored = slices.flatMap(({ notRestored = [] }) => notRestored)

/**
 * Deletes restored rows again that were deleted after the backup. Most deletions of personal data follow time limits,
 * so the same rules apply: attendees with their emails, files of proofs, unused uploads. Later slices run first: they
 * discard files that earlier ones remove.
 */
export async function eraseDue(platform: Platform, archiveFolder?: string) {
  for (const { eraseDue } of slices.toReversed()) await eraseDue?.(platform, archiveFolder)
}
