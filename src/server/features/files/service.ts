import { setTimeout as pause } from 'node:timers/promises'
import { purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { prepareNext } from './preparing/prepare.ts'
import * as store from './store.ts'
import { UploadRejected } from './upload-rejected.ts'

export { describeWaiting, lookForArrivals } from './preparing/waiting.ts'
export { endReceiving, forget, forgetUnused, removeForgotten } from './removing/removal.ts'
export { createdHeaders, readMetadata, requireVersion } from './resumable/tus-headers.ts'
export type { Upload } from './store.ts'
export { refusalSentence, UploadRejected } from './upload-rejected.ts'
export { type DraftedFile, grant, grantResumable, uploadOrigin } from './uploads.ts'
export { show } from './viewable.ts'

/**
 * Sees to it that all of these are whole, clean and what they claim to be, before anything refers to them. Usually the loop
 * has done it while the person was still choosing files.
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

/** A store that is slow is waited for, one that does not answer is not: it is asked every now and then. */
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
    if (upload.state === 'granted') await noticeArrival(platform, upload)
    if (performance.now() > askStoreAt) {
      await platform.files.check()
      askStoreAt = performance.now() + patience.askStoreAfter
    }
    work ??= prepareNext(platform, path).finally(() => {
      work = undefined
    })
    // Goes on after this request gave up, and must not end the process when it fails then.
    work.catch(() => undefined)
    const isDone = await Promise.race([work, pause(patience.askStoreAfter, false)])
    if (!isDone) await pause(patience.lookAgainAfter)
  }
  return false
}

/** With a store of its own the browser sends past us: we look whether it is there. */
async function noticeArrival({ db, files, clock }: Platform, upload: store.Upload) {
  const size = await files.uploadedSize(upload.path)
  if (size !== upload.size) throw new UploadRejected(upload.path, 'was not uploaded completely', upload.fileName)
  await db.transaction((tx) => store.markArrived(tx, [upload.path], clock.now()))
}

/** Uses files up, in the transaction of whatever needs them. Each belongs to this company, is whole, and is used once. */
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

/** Puts unused files into the draft of a task. What is not an unused file of this company stays where it is. */
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

/** Under which name the files of a guest are shown. */
export async function setSenderName(tx: Tx, paths: string[], senderName: string | null) {
  await store.update(tx, paths, { senderName })
}

/** Six copies of one photo prove nothing. The names say which two are meant. */
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

/** The same bytes, or the same picture once it was prepared (docs/decisions/0077). */
export const isSamePhoto = (one: Hashes, other: Hashes) =>
  (one.sha256 !== null && one.sha256 === other.sha256) ||
  (one.pictureSha256 !== null && one.pictureSha256 === other.pictureSha256)

/** Nobody else uses files of this company until the transaction ends. Comes before every other lock. */
export const lockFilesOf = (tx: Tx, companyId: string) => store.lockQuotaOf(tx, companyId)

/** What a session may still send, it may send under its new id. */
export const moveGrants = (tx: Tx, from: string, to: string) => store.moveGrants(tx, from, to)

export { eraseFilesOf } from './removing/erase-store.ts'

export const findMany = ({ db }: Pick<Platform, 'db'>, paths: string[]) => store.findMany(db, paths)

export const typeFits = (type: FileType, contentType: 'image' | 'video') => type.startsWith(`${contentType}/`)

/** What a person has under way ends with their sessions: grants are cancelled, and every process drops what it takes in. */
export const cancelGrantsOf = (tx: Tx, userId: string, exceptSession?: string) =>
  store.discardGrantsOf(tx, userId, exceptSession)

/** A file for its company and administrators, or for everybody inside; once nothing in it tells where it was taken. */
export async function findReadable(platform: Platform, viewer: Viewer, path: string): Promise<store.Upload> {
  const [upload] = await findMany(platform, [path])
  if (!upload?.preparedAt || !mayRead(viewer, upload)) throw new Problem('not-found')
  return upload
}

/** The picture a thumbnail was made of: whoever may see one may see the other. */
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

/** Every file that rows of uploads name, with its thumbnail. */
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
