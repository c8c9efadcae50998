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
import * as leases from '../leases-store.ts'
import { removeBytes } from '../removing/removal.ts'
import * as store from '../store.ts'
import { makeTemporaryFolder, sweepFoldersOfOldReleases, sweepTemporaryFolders } from '../temporary-folder.ts'
import { UploadRejected } from '../upload-rejected.ts'
import { announceUpload } from '../uploads.ts'

/** A file whose preparation ended that often without a result (a crash, no memory, no time) is not tried again. */
const maxAttempts = 3

/** Takes place and device out of this file. False when there was nothing to do, or somebody is at it. */
export async function prepareNext(platform: Platform, path: string): Promise<boolean> {
  const upload = await platform.db.transaction((tx) => leases.leaseUnprepared(tx, { path }))
  if (!upload) return false
  const lease = keepLease(platform, (tx) => leases.renewLease(tx, upload))
  await prepare(platform, upload, lease, lease.signal).finally(lease.stop)
  return true
}

async function prepare(platform: Platform, upload: leases.LeasedUpload, lease: Lease, ending: AbortSignal) {
  const { db, log } = platform
  try {
    const changes = await cleanAndStore(platform, upload, lease, ending)
    const isWritten = await db.transaction(async (tx) => {
      await announceReady(tx, upload)
      return leases.endLease(tx, upload, changes)
    })
    // Swept later if this fails; until the row says so, what came is the only copy.
    if (isWritten) await platform.files.discardOriginal(upload.path).catch(() => undefined)
    // Thrown away meanwhile: what was just put in its place must not stay.
    else if (!(await store.find(db, upload.path))) await removeBytes(platform, upload.path)
  } catch (error) {
    // The attempt stays counted: it may well be the file that did it.
    if (error instanceof WorkerDied) {
      log.warn(
        { err: error, path: upload.path, attempt: upload.prepareAttempts },
        'preparing a file killed its process',
      )
      return void (await db.transaction((tx) => leases.endLease(tx, upload, {})))
    }
    await db.transaction((tx) => leases.returnLease(tx, upload)).catch(() => undefined)
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
    // Missing here and now says nothing about the file: the answer is not kept.
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

/** Prepares files as they come, one after the other: looking at photos must not starve everybody else. */
export function startPreparing(platform: Platform): Worker {
  const worker = startWorker(platform, createFileQueue(platform))
  platform.signals.on(({ files }) => {
    if (files) worker.wake()
  })
  // A timer of every process and no job that one of them does: each has a temporary folder of its own.
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
  /** When each failed here: one that fails must not keep the others waiting, and another process may have more luck. */
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
    // Nobody announces that a lease has run out.
    pollEveryMs: 2_000,
    async lease(tx, _limit, { canTakeOver }) {
      const upload = await leases.leaseUnprepared(tx, { except: failedLately(), canTakeOver })
      return upload ? [upload] : []
    },
    renew: leases.renewLease,
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
