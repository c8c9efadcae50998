import type { WaitingFile } from '#contract/files/endpoints.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordArrivals } from '../arrivals.ts'
import * as store from '../store.ts'
import { refusalSentence } from '../upload-rejected.ts'
import { show } from '../viewable.ts'

/** Lists the company's unused uploads for proofs, including refused files. */
export async function listWaiting(platform: Platform, companyId: string): Promise<WaitingFile[]> {
  await recordArrivals(platform, companyId)
  const found = await store.waitingOf(platform.db, companyId, 'proof')
  return Promise.all(found.map((upload) => describeWaiting(platform, upload)))
}

/** `unusable` is a reason outside the file itself why the file cannot be used. */
export async function describeWaiting(
  platform: Platform,
  upload: store.Upload,
  unusable?: string,
): Promise<WaitingFile> {
  const { path, fileName, size, type, taskId, preparedAt, sha256, createdAt, senderName } = upload
  const fault = upload.fault ?? unusable
  const { thumbnailUrl, videoCodec } = await show(platform, upload, path)
  return {
    path,
    fileName,
    size,
    type,
    taskId,
    state: fault ? 'refused' : preparedAt ? 'ready' : 'preparing',
    reason: fault ? refusalSentence(fileName, fault) : null,
    sha256,
    videoCodec,
    thumbnailUrl,
    uploadedAt: createdAt.toISOString(),
    senderName,
  }
}
