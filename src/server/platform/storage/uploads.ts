import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { extensions, type FileType, type Grant, type Purpose, purposes, type ShownFile } from '#contract/uploads.ts'
import { after, hours, minutes } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import { notify, publish } from '../live/publish.ts'
import { sniff } from '../media/sniff.ts'
import type { Platform } from '../platform.ts'
import { hashed, newSecret } from '../sessions/cookie.ts'
import { holdSession } from '../sessions/sessions.ts'
import type { ActiveUploads } from './active-uploads.ts'
import { thumbnailOf } from './storage.ts'
import * as store from './store.ts'

export type { Upload } from './store.ts'

/** An unused file may be resumed for a day; a company may keep five gibibytes. */
const kept = hours(24)
const quota = 5 * 1024 ** 3

/** The company whose file it will be, and who asks from which session. */
type Owner = { companyId: string; userId: string; sid: string }
type Wish = {
  fileName: string
  size: number
  contentType: string
  purpose: Purpose
  taskId?: string | undefined
  position?: number | undefined
}

/** Allows one file: this path, this size, this kind, for a quarter of an hour. */
export async function grant({ db, clock, files }: Platform, owner: Owner, wish: Wish, origin: string): Promise<Grant> {
  const { maxBytes, types, folder } = purposes[wish.purpose]
  const type = types.find((known) => known === wish.contentType.toLowerCase().split(';')[0]?.trim())
  if (!type)
    throw new Problem('file-type', wish.purpose === 'logo' ? { sentence: 'Only JPG and PNG photos can be used.' } : {})
  if (wish.size === 0) throw new Problem('file-empty')
  if (wish.size > maxBytes) throw new Problem('file-too-large')
  if (await files.isNearlyFull(wish.size)) throw new Problem('storage-full')

  const now = clock.now()
  const path = `${folder}/${randomBytes(16).toString('hex')}.${extensions[type]}`
  const secret = newSecret()
  const direct = await files.directUpload(path, wish.size, type)
  await db.transaction(async (tx) => {
    await holdSession(tx, owner.sid)
    await store.holdRoomOf(tx, owner.companyId)
    if ((await store.bytesOf(tx, owner.companyId)) + wish.size > quota) throw new Problem('quota-full')
    await store.insert(tx, {
      path,
      companyId: owner.companyId,
      userId: owner.userId,
      sessionId: owner.sid,
      taskId: wish.taskId ?? null,
      position: wish.position ?? null,
      purpose: wish.purpose,
      fileName: wish.fileName,
      type,
      size: wish.size,
      grantHash: hashed(secret),
      grantExpiresAt: after(now, minutes(15)),
      createdAt: now,
    })
  })
  const ours = { url: `${origin}/api/uploads/${path}?grant=${secret}`, headers: { 'content-type': type } }
  return { method: 'PUT', path, ...(direct ?? ours) }
}

/** Uses the grant up. It must not have expired when the bytes begin to arrive; they may take longer than it lasts. */
export async function takeGrant({ db, clock }: Platform, path: string, secret: string): Promise<store.Upload> {
  const upload = await db.transaction((tx) => store.takeGrant(tx, path, hashed(secret), clock.now()))
  if (!upload) throw new Problem('grant-spent')
  return upload
}

/** Takes the bytes of a file whose grant was taken. What fails leaves nothing behind. */
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
      // Thrown away while its bytes were still coming: they must not stay without a row.
      if ((await store.holdMany(tx, [path])).length === 0) throw new Problem('grant-spent')
      await store.update(tx, [path], { state: 'stored', storedAt: clock.now() })
      await announceUpload(tx, upload)
      await notify(tx, { files: true })
    })
  } catch (error) {
    const ours = error instanceof Problem && error.code === 'file-exists'
    const isGone = ours || (await removed(files.remove(path)))
    await removed(db.transaction((tx) => (isGone ? store.remove(tx, [path]) : forget(tx, [path]))))
    throw error
  }
}

const removed = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/** The first bytes say what it is, whatever it is called. */
async function refuseOtherKind({ files }: Pick<Platform, 'files'>, upload: store.Upload) {
  const head: Buffer[] = []
  for await (const chunk of await files.read(upload.path, { start: 0, end: Math.min(upload.size, 64) - 1 }))
    head.push(chunk as Buffer)
  if (sniff(Buffer.concat(head)) !== upload.type) throw new Problem('file-type')
}

/** Tells the open screens of whoever sent it that a file arrived, was looked at, or is gone. */
export async function announceUpload(tx: Tx, { userId }: Pick<store.Upload, 'userId'>) {
  if (userId) await publish(tx, { user: userId }, 'uploads')
}

/** A store of its own tells us nothing: we look which of the expected files are there, and begin to prepare them. */
export async function noticeArrivals({ db, files, clock, log }: Platform, companyId: string) {
  const now = clock.now()
  const expected = await store.expectedOf(db, companyId, after(now, -kept))
  try {
    const sizes = await Promise.all(expected.map(({ path }) => files.arrivedSize(path)))
    const there = expected.filter(({ size }, index) => sizes[index] === size).map(({ path }) => path)
    if (there.length === 0) return
    await db.transaction(async (tx) => {
      await store.markArrived(tx, there, now)
      await notify(tx, { files: true })
    })
  } catch (error) {
    log.warn({ err: error }, 'looking for uploaded files failed')
  }
}

/** What a person has under way ends with their sessions: grants are cancelled, and every process drops what it takes in. */
export const cancelGrantsOf = (tx: Tx, userId: string, exceptSession?: string) =>
  store.discardGrantsOf(tx, userId, exceptSession)

export async function discard(platform: Platform, companyId: string, path: string) {
  await platform.db.transaction(async (tx) => {
    const [upload] = await store.holdMany(tx, [path])
    if (!upload || upload.companyId !== companyId || upload.state === 'claimed') throw new Problem('not-found')
    await forget(tx, [path])
    await announceUpload(tx, upload)
  })
  await removeForgotten(platform, [path])
}

/** Uses files up, in the transaction of whatever needs them. Each belongs to this company, is whole, and is used once. */
export async function claim(tx: Tx, companyId: string, paths: string[]): Promise<store.Upload[]> {
  const held = await store.holdMany(tx, paths)
  const usable = held.filter((upload) => upload.companyId === companyId && upload.state === 'stored')
  const missing = paths.find((path) => !usable.some((upload) => upload.path === path))
  if (missing) throw new FileRefused(missing, 'was not uploaded, or is used already')
  refuseSameBytes(paths.flatMap((path) => usable.find((upload) => upload.path === path) ?? []))
  await store.update(tx, paths, { state: 'claimed' })
  return usable
}

/** Six copies of one photo prove nothing. The names say which two are meant. */
function refuseSameBytes(chosen: store.Upload[]) {
  for (const [index, { path, sha256, fileName }] of chosen.entries()) {
    const first = chosen.findIndex((other) => sha256 !== null && other.sha256 === sha256)
    if (first >= 0 && first < index)
      throw new FileRefused(path, `is the same file as number ${first + 1} (${chosen[first]?.fileName})`, fileName)
  }
}

/** Names the file, in words, for the person who chose it. */
export class FileRefused extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    readonly fileName?: string,
  ) {
    super(reason)
  }
}

/** A reason is either a whole sentence ("This file is empty") or goes on after the name ("was not uploaded"). */
export const refusalSentence = (name: string, reason: string) =>
  /^[A-Z]/.test(reason) ? `${name}: ${reason}` : `${name} ${reason}`

/** What people may look at. On a disk it is read through us; a store of its own gives short-lived addresses. */
export async function show({ files }: Platform, upload: store.Upload | undefined, path: string): Promise<ShownFile> {
  const ready = Boolean(upload?.preparedAt)
  const ours = (stored: string) => `/api/files/${stored}`
  const address = async (stored: string) => (await files.readUrl(stored)) ?? ours(stored)
  return {
    path,
    url: ready ? await address(path) : ours(path),
    thumbnailUrl: upload?.hasThumbnail ? await address(thumbnailOf(path)) : null,
    type: upload?.type ?? 'application/octet-stream',
    capturedAt: upload?.capturedAt ?? null,
    ready,
    videoCodec: upload?.videoCodec ?? null,
  }
}

/** From here on nobody sees or uses them. Their bytes go after the transaction, with `removeForgotten`. */
export async function forget(tx: Tx, paths: string[]) {
  await store.update(tx, paths, { state: 'discarded' })
}

export const findMany = ({ db }: Pick<Platform, 'db'>, paths: string[]) => store.findMany(db, paths)

/** At once where that is possible; what is out of reach is left to the sweep. */
export async function removeForgotten(platform: Platform, paths: string[]) {
  await removeDiscarded(platform, paths).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'files could not be removed yet'),
  )
}

/** Bytes before rows: a crash or a store out of reach leaves a row that says what is still to be done. */
export async function sweep(platform: Platform) {
  const { db, clock, files } = platform
  const now = clock.now()
  await db.transaction((tx) => store.discardUnused(tx, after(now, -kept), 500))
  await removeDiscarded(platform, await store.discarded(db, 1_000))
  // Later than the rows: the store's clock is not ours.
  await files.tidy(after(now, -kept - hours(1)))
}

async function removeDiscarded({ db, files }: Platform, paths: string[]) {
  for (const path of paths) {
    await removeBytes({ files }, path)
    await db.transaction((tx) => store.remove(tx, [path]))
  }
}

export async function removeBytes({ files }: Pick<Platform, 'files'>, path: string) {
  await files.remove(path)
  await files.remove(thumbnailOf(path))
}

export const typeFits = (type: FileType, contentType: 'image' | 'video') => type.startsWith(`${contentType}/`)
