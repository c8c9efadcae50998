import type { WaitingFile } from '#contract/files/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { show } from './service.ts'
import * as store from './store.ts'
import { refusalSentence } from './upload-rejected.ts'
import { announceUpload, noticeArrivals } from './uploads.ts'

/** What this company has uploaded for proofs and not used yet, refused files included. */
export async function listWaiting(platform: Platform, companyId: string): Promise<WaitingFile[]> {
  if (platform.config.s3) await noticeArrivals(platform, companyId)
  const found = await store.waitingOf(platform.db, companyId, 'proof')
  return Promise.all(found.map((upload) => waitingFile(platform, upload)))
}

async function waitingFile(platform: Platform, upload: store.Upload): Promise<WaitingFile> {
  const { path, fileName, size, type, taskId, position, fault, preparedAt, sha256, createdAt } = upload
  const { thumbnailUrl, videoCodec } = await show(platform, upload, path)
  return {
    path,
    fileName,
    size,
    type,
    taskId,
    position,
    state: fault ? 'refused' : preparedAt ? 'ready' : 'preparing',
    reason: fault && refusalSentence(fileName, fault),
    sha256,
    videoCodec,
    thumbnailUrl,
    uploadedAt: createdAt.toISOString(),
  }
}

/** Puts an unused file into the draft of another task. */
export async function move(
  platform: Platform,
  companyId: string,
  path: string,
  place: { taskId: string; position?: number | undefined },
): Promise<WaitingFile> {
  const moved = await platform.db.transaction(async (tx) => {
    const [upload] = await store.lockMany(tx, [path])
    if (upload?.companyId !== companyId || upload.purpose !== 'proof' || upload.state !== 'stored')
      throw new Problem('not-found')
    const changes = { taskId: place.taskId, position: place.position ?? null }
    await store.update(tx, [path], changes)
    await announceUpload(tx, upload)
    return { ...upload, ...changes }
  })
  return waitingFile(platform, moved)
}
