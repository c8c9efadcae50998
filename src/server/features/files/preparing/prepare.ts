import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { purposes } from '#contract/files/endpoints.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { keepLease, type Lease } from '#server/platform/jobs/lease.ts'
import type { QueueState } from '#server/platform/jobs/metrics.ts'
import { type Queue, startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { publish } from '#server/platform/live/publish.ts'
import { damagedFile, InvalidMedia } from '#server/platform/media/invalid-media.ts'
import { WorkerDied } from '#server/platform/media/worker/worker-pool.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { storageProblem } from '#server/platform/storage/storage-errors.ts'
import { announceUpload } from '../arrivals.ts'
import * as leases from '../leases-store.ts'
import { removeBytes } from '../removing/removal.ts'
import * as store from '../store.ts'
import { makeTemporaryFolder, sweepFoldersOfOldReleases, sweepTemporaryFolders } from '../temporary-folder.ts'
import { UploadRejected } from '../upload-rejected.ts'

/** The limit of attempts without a result (a crash, no memory, no time). */
const maxAttempts = 3

/** Removes place and device from this file. False if there is nothing to do or another process has the lease. */
export async function prepareNext(platform: Platform, path: string): Promise<boolean> {
  const upload = await platform.db.transaction((tx) => leases.leaseUnprepared(tx, { path }))
  if (!upload) return false
  const lease = keepLease(platform, (tx) => leases.renew(tx, upload))
  await prepare(platform, upload, lease, lease.signal).finally(lease.stop)
  return true
}

async function prepare(platform: Platform, upload: leases.LeasedUpload, lease: Lease, ending: AbortSignal) {
  const { db, log } = platform
  try {
    const changes = await cleanAndStore(platform, upload, lease, ending)
    const isWritten = await db.transaction(async (tx) => {
      await announceReady(tx, upload)
      return leases.end(tx, upload, changes)
    })
    // The sweep deletes the original if this fails. Until the row is written, the original is the only copy.
    if (isWritten) await platform.files.discardOriginal(upload.path).catch(() => undefined)
    // The file was discarded in the meantime: delete the prepared copy.
    else if (!(await store.find(db, upload.path))) await removeBytes(platform, upload.path)
  } catch (error) {
    // Keep the attempt counted, because the file may have caused the crash.
    if (error instanceof WorkerDied) {
      log.warn(
        { err: error, path: upload.path, attempt: upload.prepareAttempts },
        'preparing a file killed its process',
      )
      return void (await db.transaction((tx) => leases.end(tx, upload, {})))
    }
    await db.transaction((tx) => leases.release(tx, upload)).catch(() => undefined)
    throw storageProblem(error)
  }
}

async function announceReady(tx: Tx, upload: store.Upload) {
  const use = purposes[upload.purpose]
  if (upload.state !== 'claimed') await announceUpload(tx, upload)
  else if ('topic' in use) await publish(tx, 'administrators', use.topic)
}

async function cleanAndStore(platform: Platform, upload: leases.LeasedUpload, lease: Lease, ending: AbortSignal) {
  if (upload.prepareAttempts > maxAttempts) return { fault: damagedFile(upload.type) }
  const { files, clock, media } = platform
  const folder = await makeTemporaryFolder(platform, upload.leaseId)
  try {
    const cleaned = join(folder, 'cleaned')
    const came = await files.localCopyOf(upload.path, join(folder, 'came'))
    // Bytes that are missing now do not prove a bad file, so the result is not stored.
    if (!came) throw new UploadRejected(upload.path, 'was not uploaded completely', upload.fileName)
    const { thumbnail, ...facts } = await media.clean({ file: came, type: upload.type, into: cleaned }, ending)
    await lease.confirm()
    if (thumbnail) await files.replace(thumbnailOf(upload.path), thumbnail, 'image/jpeg')
    await files.replace(upload.path, cleaned, upload.type)
    return { ...facts, hasThumbnail: thumbnail !== null, preparedAt: clock.now() }
  } catch (error) {
    if (error instanceof InvalidMedia) return { fault: error.sentence }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const sweepEveryMs = 10_000
const retryAfterMs = 10_000

/** Prepares files one after the other, so decoding photos does not starve other requests. */
export function startPreparing(platform: Platform): Worker {
  const worker = startWorker(platform, createFileQueue(platform))
  platform.signals.on(({ files }) => {
    if (files) worker.wake()
  })
  // A timer per process instead of a shared job, because each process has a separate temporary folder.
  const sweep = () =>
    sweepTemporaryFolders(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'sweeping temporary folders failed'),
    )
  const timer = setInterval(sweep, sweepEveryMs)
  timer.unref()
  void sweep()
  void sweepFoldersOfOldReleases()
  return {
    wake: worker.wake,
    async stop() {
      clearInterval(timer)
      await worker.stop()
    },
  }
}

function createFileQueue(platform: Platform): Queue<leases.LeasedUpload> {
  /** Failure times in this process: a failing file must not block the others, and another process may succeed. */
  const failedAt = new Map<string, number>()
  function failedLately(): string[] {
    for (const [path, at] of failedAt) if (performance.now() - at > retryAfterMs) failedAt.delete(path)
    return [...failedAt.keys()]
  }
  return {
    name: 'files',
    kindOf: ({ type }) => type,
    maxConcurrent: 1,
    pauseBetweenBatchesMs: 0,
    // Polls, because an expired lease sends no signal.
    pollEveryMs: 2_000,
    async lease(tx, _limit, { canTakeOver }) {
      const upload = await leases.leaseUnprepared(tx, { except: failedLately(), canTakeOver })
      return upload ? [upload] : []
    },
    renew: leases.renew,
    async run(upload, { lease, stopping }) {
      await prepare(platform, upload, lease, AbortSignal.any([lease.signal, stopping]))
      return undefined
    },
    fail({ path }, error) {
      failedAt.set(path, performance.now())
      platform.log.warn({ err: error }, 'preparing a file failed')
      return undefined
    },
  }
}

export async function measureFiles({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]> {
  const state = await leases.measureUnprepared(db, clock.now())
  return state ? [{ queue: 'files', ...state }] : []
}
