import { after } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { notify, publish } from '#server/platform/live/publish.ts'
import { sniff } from '#server/platform/media/sniff.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keptUnused } from './removing/removal.ts'
import * as store from './store.ts'
import { UploadRejected } from './upload-rejected.ts'

/**
 * With S3 the browser uploads past the server and S3 sends no notice: finds expected files that have arrived and wakes
 * the preparation. Call it before reading a list.
 */
export async function recordArrivals({ config, db, files, clock, log }: Platform, companyId: string) {
  if (!config.s3) return
  const now = clock.now()
  const expected = await store.expectedOf(db, companyId, after(now, -keptUnused))
  try {
    const sizes = await Promise.all(expected.map(({ path }) => files.uploadedSize(path)))
    const arrived = expected.filter(({ size }, index) => sizes[index] === size).map(({ path }) => path)
    if (arrived.length === 0) return
    await db.transaction(async (tx) => {
      await store.markArrived(tx, arrived, now)
      await notify(tx, { files: true })
    })
  } catch (error) {
    log.warn({ err: error }, 'looking for uploaded files failed')
  }
}

/** Records the arrival of a single expected file; throws if the file is not there. */
export async function requireArrival({ db, files, clock }: Platform, { path, size, fileName }: store.Upload) {
  if ((await files.uploadedSize(path)) !== size) throw new UploadRejected(path, 'was not uploaded completely', fileName)
  await db.transaction((tx) => store.markArrived(tx, [path], clock.now()))
}

/** Refreshes screens and wakes the preparation, in the transaction that stores the file's row. */
export async function announceArrival(tx: Tx, upload: store.Upload) {
  await announceUpload(tx, upload)
  await notify(tx, { files: true })
}

/** Refreshes the open screens of the file's owner after a file arrived, was prepared or was removed. */
export async function announceUpload(tx: Tx, { ownerId, userId }: Pick<store.Upload, 'ownerId' | 'userId'>) {
  const user = ownerId ?? userId
  if (user) await publish(tx, { user }, 'uploads')
}

/** Checks the kind by the first bytes, independent of the file's name. */
export async function refuseOtherKind({ files }: Pick<Platform, 'files'>, upload: store.Upload) {
  const head: Buffer[] = []
  for await (const chunk of await files.read(upload.path, { start: 0, end: Math.min(upload.size, 64) - 1 }))
    head.push(chunk as Buffer)
  if (sniff(Buffer.concat(head)) !== upload.type) throw new Problem('file-type')
}
