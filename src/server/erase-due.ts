import { sweep as sweepUploads } from './features/files/removing/removal.ts'
import { eraseAgain } from './features/privacy/service.ts'
import { sweep as sweepProofFiles } from './features/proofs/retention/retention.ts'
import { forgetDue } from './features/registrations/retention/retention.ts'
import type { Platform } from './platform/platform.ts'

/**
 * What was deleted after a backup comes back with it. Most of what the product deletes about people goes by rules of time, so the
 * same rules delete it again: attendees with their mails, files of proofs, unused uploads.
 */
export async function eraseDue(platform: Platform, archiveFolder?: string) {
  await forgetDue(platform)
  await sweepProofFiles(platform)
  // Who was erased on request is in a list beside the archives.
  await eraseAgain(platform, archiveFolder)
  await sweepUploads(platform)
}
