import type { Grant } from '#contract/files/endpoints.ts'
import { type Capture, mostFilesPerAddress, mostFilesPerGuest } from '#contract/proofs/capture.ts'
import { filesKeptDays } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import * as tasks from '#server/features/tasks/service.ts'
import { days, hours } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { countAttempt, forgiveAttempt, type Limit, sourceOf } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { joinDraft } from '../drafts/drafts.ts'
import { findUsed } from '../same-photos/used-photos.ts'
import { hasLive } from '../store.ts'
import * as store from './store.ts'

/** A colleague with a link, on a single device. Everybody who uses the link is a guest, including signed-in users. */
export type Guest = store.WorkingLink & { deviceHash: string; source: string; guest: store.GuestRow | undefined }

/** Failed attempts count too: a phone that retries often needs a dozen for a single photo. */
const perLink: Limit = { name: 'capture-link', most: 600, within: hours(1) }
const perDevice: Limit = { name: 'capture-device', most: 120, within: hours(1) }

/**
 * A device can fake its identity, an address cannot. An office behind a single address needs several attempts per
 * photo.
 */
const perAddress: Limit = { name: 'capture-address', most: 300, within: hours(1) }
const filesPerAddress: Limit = {
  name: 'capture-address-files',
  most: mostFilesPerAddress,
  within: days(1),
  refusal: 'guest-address-full',
}

/** The secrets of the link and of the guest's device, and the network address of the request. */
type Request = { token: string; device: string; address: string }

/**
 * Identifies the guest by the secret of the link. An unknown, revoked or expired link and an ended task give the same
 * answer.
 */
export async function authorizeGuest({ db, clock }: Platform, { token, device, address }: Request): Promise<Guest> {
  const working = await store.findWorking(db, hashSecret(token), clock.now())
  if (!working) throw new Problem('capture-link-closed')
  if (!/^[\w-]{22,64}$/.test(device)) throw new Problem('guest-device')
  const deviceHash = hashSecret(device)
  const source = sourceOf(address)
  return { ...working, deviceHash, source, guest: await store.findGuest(db, working.link.id, deviceHash) }
}

/** Returns the task and this device's files, but nothing else of the draft. */
export async function read(platform: Platform, guest: Guest): Promise<Capture> {
  const { db, config } = platform
  const { link } = guest
  await uploads.recordArrivals(platform, link.companyId)
  const files = guest.guest ? await store.filesOfGuest(db, guest.guest.id, ['stored', 'claimed']) : []
  const used = await findUsed(db, link.companyId, files, config)
  return {
    companyName: guest.companyName,
    taskTitle: guest.taskTitle,
    taskDescription: guest.taskDescription,
    contentType: await store.contentTypeOf(db, link.companyId, link.taskId),
    isHandedIn: await hasLive(db, link.companyId, link.taskId),
    expiresAt: link.expiresAt.toISOString(),
    filesKeptDays,
    firstName: guest.guest?.firstName ?? null,
    files: await Promise.all(
      files.map((upload) => uploads.describeWaiting(platform, upload, used.has(upload.path) ? usedByTeam : undefined)),
    ),
  }
}

/** Does not name the other task, because a guest sees only a single task. */
const usedByTeam = 'Your team has used this photo for another task already.'

type GuestFile = { fileName: string; size: number; contentType: string; fileKey?: string | undefined }

export const grantUpload = async (
  platform: Platform,
  guest: Guest,
  file: GuestFile,
  origin: string,
): Promise<Grant> => {
  const { owner, request, joinDraft } = await checkFile(platform, guest, file)
  return uploads.grant(platform, owner, request, { origin, joinDraft })
}

export const grantResumable = async (platform: Platform, guest: Guest, file: GuestFile, origin: string) => {
  const { owner, request, joinDraft } = await checkFile(platform, guest, file)
  return uploads.grantResumable(platform, owner, request, { origin, joinDraft })
}

/** Adds the guest's rate limits and content type to the checks of every upload. */
async function checkFile(platform: Platform, guest: Guest, file: GuestFile) {
  const { db, clock } = platform
  const { link, ownerId, deviceHash, source } = guest
  const now = clock.now()
  await db.transaction(async (tx) => {
    await countAttempt(tx, perDevice, `${link.id} ${deviceHash}`, now)
    await countAttempt(tx, perAddress, [link.id, source], now)
    await countAttempt(tx, perLink, link.id, now)
  })
  const contentType = await store.contentTypeOf(db, link.companyId, link.taskId)
  if (!file.contentType.toLowerCase().startsWith(`${contentType}/`)) throw otherType(contentType)
  const owner = { companyId: link.companyId, ownerId, senderName: guest.guest?.firstName ?? null }
  // The key is scoped to this device, so a device with the same key learns nothing of another's file.
  const fileKey = file.fileKey && `${deviceHash}.${file.fileKey}`
  const request = { ...file, fileKey, purpose: 'proof' as const, taskId: link.taskId }
  return { owner, request, joinDraft: joinAsGuest(guest) }
}

const joinAsGuest =
  ({ link, deviceHash, source }: Guest) =>
  async (tx: Tx, drafted: uploads.DraftedFile, at: Date) => {
    // Lock order: task before link, the order in which deleting a task locks them.
    await tasks.lockOffered(tx, link.taskId, { evenArchived: false })
    if (!(await store.lockLink(tx, link.id, at))) throw new Problem('capture-link-closed')
    if (await hasLive(tx, link.companyId, link.taskId))
      throw new Problem('proof-exists', { sentence: 'The proof was submitted already. Thank you all the same!' })
    // The upsert locks the guest's row, so concurrent files of a device are counted one after the other.
    const { id } = await store.saveGuest(tx, { linkId: link.id, deviceHash, createdAt: at })
    if ((await store.countFiles(tx, id, at)) >= mostFilesPerGuest) throw new Problem('guest-full')
    await joinDraft(tx, drafted, at, id)
    await countAttempt(tx, filesPerAddress, [link.id, source], at)
  }

const otherType = (contentType: 'image' | 'video') =>
  new Problem('file-type', {
    sentence:
      contentType === 'image'
        ? 'Only JPG and PNG photos can be added here.'
        : 'Only MP4 and MOV videos can be added here.',
  })

/** Sets the guest's name, also on files added before. */
export async function setName(platform: Platform, guest: Guest, firstName: string): Promise<Capture> {
  const { db, clock } = platform
  const { link, deviceHash, ownerId } = guest
  const saved = await db.transaction(async (tx) => {
    if (!(await store.lockLink(tx, link.id, clock.now()))) throw new Problem('capture-link-closed')
    const name = firstName || null
    const row = await store.saveGuest(tx, { linkId: link.id, deviceHash, createdAt: clock.now(), firstName: name })
    const files = await store.filesOfGuest(tx, row.id, ['granted', 'stored', 'claimed'])
    await uploads.setSenderName(
      tx,
      files.map(({ path }) => path),
      name,
    )
    await publish(tx, { user: ownerId }, 'uploads')
    return row
  })
  return read(platform, { ...guest, guest: saved })
}

async function findOwnFile({ db }: Platform, { guest }: Guest, name: string) {
  const files = guest ? await store.filesOfGuest(db, guest.id, ['stored', 'claimed']) : []
  const upload = files.find(({ path }) => path.endsWith(`/${name}`))
  if (!upload) throw new Problem('not-found')
  return upload
}

/** Works until the proof is submitted. */
export async function removeFile(platform: Platform, guest: Guest, name: string): Promise<Capture> {
  const upload = await findOwnFile(platform, guest, name)
  const removed = await platform.db.transaction(async (tx) => {
    const paths = await uploads.forgetUnused(tx, [upload.path])
    if (paths.length === 0) throw new Problem('proof-exists', { sentence: 'The proof was submitted already.' })
    await forgiveAttempt(tx, filesPerAddress, [guest.link.id, guest.source])
    await publish(tx, { user: guest.ownerId }, 'uploads')
    return paths
  })
  await uploads.removeForgotten(platform, removed)
  return read(platform, guest)
}

export async function findThumbnail(platform: Platform, guest: Guest, name: string): Promise<string> {
  const upload = await findOwnFile(platform, guest, name)
  if (!upload.hasThumbnail) throw new Problem('not-found')
  return thumbnailOf(upload.path)
}
