import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Grant, type Purpose, purposes } from '#contract/files/endpoints.ts'
import { extensions, type FileType } from '#contract/media-types.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import { lockSession } from '#server/platform/sessions/sessions.ts'
import type { ActiveUploads } from './active-uploads.ts'
import { announceArrival, announceUpload, recordArrivals, refuseOtherKind } from './arrivals.ts'
import { insertOnce } from './granting/insert-once.ts'
import { forget, keptUnused, removeForgotten } from './removing/removal.ts'
import * as store from './store.ts'

/** A company may store five gibibytes. */
const quota = 5 * 1024 ** 3

/** The company that receives the file, and its sender: a signed-in user with a session, or a guest of the company. */
type Owner = { companyId: string } & ({ userId: string; sid: string } | { ownerId: string; senderName: string | null })
type UploadRequest = {
  fileName: string
  size: number
  contentType: string
  purpose: Purpose
  taskId?: string | undefined
  position?: number | undefined
  fileKey?: string | undefined
}

/** Adds a granted file to its task's draft, in the transaction of the grant. */
export type JoinDraft = (tx: Tx, file: DraftedFile, now: Date) => Promise<void>
export type DraftedFile = {
  path: string
  type: FileType
  companyId: string
  taskId: string
  position?: number | undefined
}

type GrantOptions = { origin: string; joinDraft: JoinDraft }

/** Grants a single file, of this path, size and kind, for a quarter of an hour. */
export async function grant(
  platform: Platform,
  owner: Owner,
  request: UploadRequest,
  { origin, joinDraft }: GrantOptions,
): Promise<Grant> {
  const { files } = platform
  const file = await nameFile(platform, request)
  const { path, type } = file
  const direct = await files.directUpload(path, request.size, type)
  const allowed = await insertGrant(platform, owner, request, { ...file, partsId: null }, joinDraft)
  const { path: granted, secret, isStored } = allowed
  if (isStored) return { method: 'PUT', path: granted, url: `${origin}/api/uploads/${granted}`, headers: {}, isStored }
  const proxied = { url: `${origin}/api/uploads/${granted}?grant=${secret}`, headers: { 'content-type': type } }
  const address = granted === path ? direct : await files.directUpload(granted, request.size, type)
  return { method: 'PUT', path: granted, ...(address ?? proxied) }
}

/** Grants a resumable upload; it can be resumed as long as unused files are kept. */
export async function grantResumable(
  platform: Platform,
  owner: Owner,
  request: UploadRequest,
  { origin, joinDraft }: GrantOptions,
): Promise<ResumableGrant> {
  const { files, clock } = platform
  const file = await nameFile(platform, request)
  const expiresAt = after(clock.now(), keptUnused)
  const partsId = await files.beginParts(file.path, request.size, file.type)
  try {
    const { path, secret, isStored } = await insertGrant(platform, owner, request, { ...file, partsId }, joinDraft)
    if (path !== file.path) await succeeded(files.remove(file.path))
    return { path, url: `${origin}/api/uploads/tus/${path}?grant=${secret}`, expiresAt, isStored }
  } catch (error) {
    await succeeded(files.remove(file.path))
    throw error
  }
}

type ResumableGrant = { path: string; url: string; expiresAt: Date; isStored: boolean }

/** Checks kind, size and free space, and chooses the file's path. */
async function nameFile({ files }: Pick<Platform, 'files'>, request: UploadRequest) {
  const { maxBytes, types, folder } = purposes[request.purpose]
  const type = types.find((known) => known === request.contentType.toLowerCase().split(';')[0]?.trim())
  if (!type)
    throw new Problem(
      'file-type',
      request.purpose === 'logo' ? { sentence: 'Only JPG and PNG photos can be used.' } : {},
    )
  if (request.size === 0) throw new Problem('file-empty')
  if (request.size > maxBytes) throw new Problem('file-too-large')
  if (await files.isNearlyFull(request.size)) throw new Problem('storage-full')
  return { path: `${folder}/${randomBytes(16).toString('hex')}.${extensions[type]}`, type }
}

type GrantedFile = { path: string; type: FileType; partsId: string | null }

/** Inserts the row of a granted file, or finds the row with the same key. Returns the secret of the upload. */
async function insertGrant(
  platform: Platform,
  owner: Owner,
  request: UploadRequest,
  file: GrantedFile,
  joinDraft: JoinDraft,
): Promise<{ path: string; secret: string; isStored: boolean }> {
  const now = platform.clock.now()
  const secret = newSecret()
  const taskId = request.purpose === 'proof' ? request.taskId : undefined
  const { companyId } = owner
  const requested: store.NewUpload = {
    ...file,
    companyId,
    ...('sid' in owner
      ? { userId: owner.userId, sessionId: owner.sid, ownerId: owner.userId }
      : { ownerId: owner.ownerId, senderName: owner.senderName }),
    taskId: taskId ?? null,
    // Only files of a draft need a key against duplicates.
    fileKey: (taskId && request.fileKey) ?? null,
    purpose: request.purpose,
    fileName: request.fileName,
    size: request.size,
    grantHash: hashSecret(secret),
    grantExpiresAt: after(now, minutes(15)),
    createdAt: now,
  }
  if (requested.fileKey) await recordArrivals(platform, companyId)
  const inserted = await insertOnce(platform, requested, async (tx, insert) => {
    if ('sid' in owner) await lockSession(tx, owner.sid)
    await store.lockQuotaOf(tx, companyId)
    const used = await store.bytesOf(tx, companyId)
    if (!(await insert())) return false
    if (used + request.size > quota) throw new Problem('quota-full')
    if (taskId) await joinDraft(tx, { ...file, companyId, taskId, position: request.position }, now)
    return true
  })
  return { ...inserted, secret }
}

/** Spends the grant. It must be valid when the first bytes arrive, but the upload may take longer. */
export async function takeGrant({ db, clock }: Platform, path: string, secret: string): Promise<store.Upload> {
  const upload = await db.transaction((tx) => store.takeGrant(tx, path, hashSecret(secret), clock.now()))
  if (!upload) throw new Problem('grant-spent')
  return upload
}

/** Receives the bytes of a spent grant. A failure removes bytes and row. */
export async function receive(
  { db, clock, files }: Platform,
  active: ActiveUploads,
  upload: store.Upload,
  bytes: Readable,
  size: number | undefined,
) {
  const { path } = upload
  try {
    if (size !== undefined && size > upload.size) throw new Problem('file-too-large')
    if (size !== undefined && size !== upload.size) throw new Problem('file-cut')
    await active.run(upload, (signal) => files.write(path, bytes, upload.size, signal))
    await refuseOtherKind({ files }, upload)
    await db.transaction(async (tx) => {
      // The file was discarded while its bytes arrived; without this check the bytes would stay without a row.
      const stored = await store.update(tx, [path], { state: 'stored', storedAt: clock.now() })
      if (stored === 0) throw new Problem('grant-spent')
      await announceArrival(tx, upload)
    })
  } catch (error) {
    const isOtherUpload = error instanceof Problem && error.code === 'file-exists'
    const isGone = isOtherUpload || (await succeeded(files.remove(path)))
    await succeeded(db.transaction((tx) => (isGone ? store.remove(tx, [path]) : forget(tx, [path]))))
    throw error
  }
}

export const succeeded = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/**
 * The origin of upload URLs. Over plain http it is the requested host, because another name would be another origin.
 */
export const uploadOrigin = ({ publicUrl }: Platform['config'], host: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `http://${host}`

export async function discard(platform: Platform, companyId: string, path: string) {
  await platform.db.transaction(async (tx) => {
    const [upload] = await store.lockMany(tx, [path])
    if (!upload || upload.companyId !== companyId || upload.state === 'claimed') throw new Problem('not-found')
    await forget(tx, [path])
    await announceUpload(tx, upload)
  })
  await removeForgotten(platform, [path])
}
