import { setTimeout as pause } from 'node:timers/promises'
import { purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { requireArrival } from './arrivals.ts'
import { prepareNext } from './preparing/prepare.ts'
import * as store from './store.ts'
import { UploadRejected } from './upload-rejected.ts'

export { recordArrivals } from './arrivals.ts'
export { describeWaiting } from './preparing/waiting.ts'
export { endReceiving, forget, forgetUnused, removeForgotten } from './removing/removal.ts'
export { createdHeaders, readMetadata, requireVersion } from './resumable/tus-headers.ts'
export type { Upload } from './store.ts'
export { refusalSentence, UploadRejected } from './upload-rejected.ts'
export { type DraftedFile, grant, grantResumable, uploadOrigin } from './uploads.ts'
export { show } from './viewable.ts'

/**
 * Ensures that all files are complete, clean and of their declared kind before anything refers to them. The worker has
 * mostly prepared them before this call.
 */
export async function ensurePrepared(platform: Platform, companyId: string, paths: string[]) {
  const until = performance.now() + patience.inAll
  for (const path of paths) {
    if (await isPreparedBy(until, platform, companyId, path)) continue
    const ready = (await store.findMany(platform.db, paths)).filter(({ preparedAt }) => preparedAt).length
    throw new Problem('files-preparing', { sentence: howFar(ready, paths.length), retryAfterSeconds: 2 })
  }
  await platform.files.check()
}

/** Waits for a slow store. Checks the store at intervals, so a store that does not answer ends the wait. */
const patience = { inAll: 20_000, askStoreAfter: 2_000, lookAgainAfter: 150 }

const howFar = (ready: number, all: number) =>
  `${ready} of ${all} ${all === 1 ? 'file is' : 'files are'} checked. Please try again in a moment.`

async function isPreparedBy(until: number, platform: Platform, companyId: string, path: string): Promise<boolean> {
  let work: Promise<boolean> | undefined
  let askStoreAt = performance.now() + patience.askStoreAfter
  while (performance.now() < until) {
    const upload = await store.find(platform.db, path)
    if (!upload || upload.companyId !== companyId) throw new UploadRejected(path, 'was not uploaded')
    if (upload.fault) throw new UploadRejected(path, upload.fault, upload.fileName)
    if (upload.preparedAt) return true
    if (upload.state === 'granted') await requireArrival(platform, upload)
    if (performance.now() > askStoreAt) {
      await platform.files.check()
      askStoreAt = performance.now() + patience.askStoreAfter
    }
    work ??= prepareNext(platform, path).finally(() => {
      work = undefined
    })
    // The preparation continues after this request gave up; its later failure must not end the process.
    work.catch(() => undefined)
    const isDone = await Promise.race([work, pause(patience.askStoreAfter, false)])
    if (!isDone) await pause(patience.lookAgainAfter)
  }
  return false
}

/** Claims files in the caller's transaction. Each file must belong to this company, be complete, and be unused. */
export async function claim(tx: Tx, companyId: string, paths: string[]): Promise<store.Upload[]> {
  const locked = await store.lockMany(tx, paths)
  const usable = locked.filter((upload) => upload.companyId === companyId && upload.state === 'stored')
  const missing = paths.find((path) => !usable.some((upload) => upload.path === path))
  if (missing) throw new UploadRejected(missing, 'was not uploaded, or is used already')
  const inOrder = paths.flatMap((path) => usable.find((upload) => upload.path === path) ?? [])
  refuseCopies(inOrder)
  await store.update(tx, paths, { state: 'claimed' })
  return inOrder
}

/** Assigns unused files to the draft of a task. Skips files that are used, of another company or not for proofs. */
export async function assignToTask(
  tx: Tx,
  companyId: string,
  paths: string[],
  taskId: string,
): Promise<store.Upload[]> {
  const locked = await store.lockMany(tx, paths)
  const unused = locked.filter(
    (upload) => upload.companyId === companyId && upload.purpose === 'proof' && upload.state === 'stored',
  )
  await store.update(
    tx,
    unused.map(({ path }) => path),
    { taskId },
  )
  return unused
}

/** Sets the name under which a guest's files appear. */
export async function setSenderName(tx: Tx, paths: string[], senderName: string | null) {
  await store.update(tx, paths, { senderName })
}

/** Refuses copies of a photo within a proof; the message names both files. */
function refuseCopies(chosen: store.Upload[]) {
  for (const [index, upload] of chosen.entries()) {
    const first = chosen.findIndex((other) => isSamePhoto(other, upload))
    if (first >= 0 && first < index) {
      const reason = `is the same file as number ${first + 1} (${chosen[first]?.fileName})`
      throw new UploadRejected(upload.path, reason, upload.fileName)
    }
  }
}

type Hashes = Pick<store.Upload, 'sha256' | 'pictureSha256'>

/** Same bytes, or same prepared picture (docs/decisions/0077). */
export const isSamePhoto = (one: Hashes, other: Hashes) =>
  (one.sha256 !== null && one.sha256 === other.sha256) ||
  (one.pictureSha256 !== null && one.pictureSha256 === other.pictureSha256)

/** Locks the company's files until the transaction ends. Take this lock before every other. */
export const lockFilesOf = (tx: Tx, companyId: string) => store.lockQuotaOf(tx, companyId)

/** Moves unused grants to the session's new id. */
export const moveGrants = (tx: Tx, from: string, to: string) => store.moveGrants(tx, from, to)

export { eraseFilesOf } from './removing/erase-store.ts'

export const findMany = ({ db }: Pick<Platform, 'db'>, paths: string[]) => store.findMany(db, paths)

export const typeFits = (type: FileType, contentType: 'image' | 'video') => type.startsWith(`${contentType}/`)

/** Cancels a person's grants when their sessions end. Every process aborts the running uploads. */
export const cancelGrantsOf = (tx: Tx, userId: string, exceptSession?: string) =>
  store.discardGrantsOf(tx, userId, exceptSession)

/**
 * Finds a prepared file that the viewer may read. Its purpose allows its company and administrators, or everyone signed
 * in.
 */
export async function findReadable(platform: Platform, viewer: Viewer, path: string): Promise<store.Upload> {
  const [upload] = await findMany(platform, [path])
  if (!upload?.preparedAt || !mayRead(viewer, upload)) throw new Problem('not-found')
  return upload
}

/** Finds the picture of a thumbnail; both have the same permissions. */
export async function findThumbnailOwner(platform: Platform, viewer: Viewer, thumbnail: string): Promise<store.Upload> {
  const [, name] = /^([0-9a-f]{32})\.jpg$/.exec(thumbnail) ?? []
  const folders = Object.values(purposes).map(({ folder }) => folder)
  const candidates = folders.flatMap((folder) => ['jpg', 'png'].map((kind) => `${folder}/${name}.${kind}`))
  const [upload] = name ? await findMany(platform, candidates) : []
  if (!upload?.hasThumbnail || !mayRead(viewer, upload)) throw new Problem('not-found')
  return upload
}

const mayRead = (viewer: Viewer, upload: store.Upload) =>
  viewer.isAdmin ||
  viewer.companyId === upload.companyId ||
  (purposes[upload.purpose].readers === 'everyone-signed-in' && upload.state === 'claimed')

const page = 500

/** Lists the path of every stored file and of its thumbnail. */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  for (let behind = ''; ; ) {
    const found = await store.listStored(db, behind, page)
    for (const { path, hasThumbnail } of found) {
      yield path
      if (hasThumbnail) yield thumbnailOf(path)
    }
    if (found.length < page) return
    behind = found.at(-1)?.path ?? ''
  }
}
