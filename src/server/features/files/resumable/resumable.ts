import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { after } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { keepLease, type Lease } from '#server/platform/jobs/lease.ts'
import { notify } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import type { ActiveUploads } from '../active-uploads.ts'
import { announceArrival, announceUpload, refuseOtherKind } from '../arrivals.ts'
import * as leases from '../leases-store.ts'
import { forget, keptUnused, removeForgotten } from '../removing/removal.ts'
import * as store from '../store.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { succeeded } from '../uploads.ts'

type Resumable = store.Upload & { partsId: string }
type Receiver = { platform: Platform; active: ActiveUploads }
type Held = { upload: Resumable & { leaseId: string }; lease: Lease; signal: AbortSignal }

/** Longer than the lease of a killed process. A live process releases its lease on request. */
const patience = { inAll: 12_000, askAfter: 250, askAgainAfter: 1_000, lookAgainAfter: 50 }

/** Authorizes by the secret of the grant's URL, the same as for uploads in a single request. */
export async function find({ db, clock }: Platform, path: string, secret: string): Promise<Resumable> {
  const upload = await store.findResumable(db, path, hashSecret(secret), after(clock.now(), -keptUnused))
  if (!upload) throw new Problem('not-found')
  return upload
}

/** The time when the upload expires. */
export const expiryOf = ({ createdAt }: store.Upload) => after(createdAt, keptUnused)

/**
 * Returns the number of received bytes. The sender is going to resume there, so any other connection of this upload is
 * ended first.
 */
export async function readOffset(receiver: Receiver, upload: Resumable): Promise<number> {
  if (upload.state !== 'granted') return upload.size
  const reading = receiveAlone(receiver, upload, async (held) => {
    const offset = await receiver.platform.files.arrivedSize(held.upload)
    // A process was killed between the last byte and its row; no more bytes will come.
    if (offset === upload.size) await finish(receiver.platform, held)
    return offset
  })
  return reading.catch((error: unknown) => {
    // Another process finished the upload while this request waited for the lease.
    if (error instanceof Problem && error.code === 'upload-offset') return upload.size
    throw error
  })
}

type Piece = { offset: number; length: number | undefined; bytes: Readable; onAccepted: () => void }

/** Appends the next bytes. Bytes before a cut are kept; the last byte finishes the upload. */
export async function append(receiver: Receiver, upload: Resumable, piece: Piece): Promise<number> {
  const { offset, length, bytes, onAccepted } = piece
  const { files } = receiver.platform
  if (upload.state !== 'granted') {
    if (offset === upload.size && length === 0) return upload.size
    throw new Problem('upload-offset')
  }
  return receiveAlone(receiver, upload, async (held) => {
    if ((await files.arrivedSize(held.upload)) !== offset) throw new Problem('upload-offset')
    if (length !== undefined && offset + length > upload.size) throw new Problem('file-too-large')
    onAccepted()
    const arrived = await appendIn(receiver.platform, held, { offset, bytes })
    if (arrived === upload.size) await finish(receiver.platform, held)
    return arrived
  })
}

/** Makes a temporary folder if the store needs one. Its name is the lease, so sweeps know if it is in use. */
async function appendIn(
  platform: Platform,
  { upload, signal, lease }: Held,
  piece: Pick<Piece, 'offset' | 'bytes'>,
): Promise<number> {
  let hasFolder = false
  const makeFolder = () => {
    hasFolder = true
    return makeTemporaryFolder(platform, upload.leaseId)
  }
  try {
    return await platform.files.append(upload, { ...piece, signal, confirm: () => confirm(lease), makeFolder })
  } finally {
    if (hasFolder) await removeTemporaryFolder(platform, upload.leaseId)
  }
}

const confirm = (lease: Lease) =>
  lease.confirm().catch((cause: unknown) => {
    throw new Problem('upload-busy', { cause, retryAfterSeconds: 1 })
  })

/**
 * Runs work under the file's lease, exclusive across processes. The later request takes the lease over, because its
 * sender has reconnected.
 */
async function receiveAlone<T>(
  { platform, active }: Receiver,
  upload: Resumable,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const { db } = platform
  const leased = { ...(await takeOver(platform, upload)), partsId: upload.partsId }
  const lease = keepLease(platform, (tx) => leases.renew(tx, leased))
  try {
    return await active.run(leased, async (ended) => {
      const losing = new AbortController()
      lease.signal.addEventListener('abort', () => losing.abort(new Problem('upload-busy', { retryAfterSeconds: 1 })))
      return work({ upload: leased, lease, signal: AbortSignal.any([ended, losing.signal]) })
    })
  } catch (error) {
    // The file was discarded in the meantime, for instance because its sender lost the permission; delete its bytes.
    if (!(await isGone(platform, upload.path))) throw error
    await removeForgotten(platform, [upload.path])
    throw error instanceof Problem && tellWhy.includes(error.code) ? error : new Problem('not-found')
  } finally {
    lease.stop()
    await succeeded(db.transaction((tx) => leases.end(tx, leased, {})))
  }
}

/** These errors are more precise than `not-found`. */
const tellWhy: readonly string[] = ['not-signed-in', 'file-type']

const isGone = ({ db }: Platform, path: string) =>
  store.find(db, path).then(
    (upload) => upload === undefined,
    () => false,
  )

async function takeOver({ db }: Platform, { path }: Resumable): Promise<leases.LeasedUpload> {
  const until = performance.now() + patience.inAll
  // Wait before the takeover: the holder may still be reading bytes of a closed connection.
  let askAt = performance.now() + patience.askAfter
  for (;;) {
    const leased = await db.transaction(async (tx) => {
      const free = await leases.leaseReceiving(tx, path)
      if (free) return free
      const holder = await store.find(tx, path)
      if (holder?.state !== 'granted') throw new Problem(holder ? 'upload-offset' : 'not-found')
      if (!holder.leaseId || performance.now() < askAt) return undefined
      await notify(tx, { takenOver: holder.leaseId })
      askAt = performance.now() + patience.askAgainAfter
      return undefined
    })
    if (leased) return leased
    if (performance.now() > until) throw new Problem('upload-busy', { retryAfterSeconds: 1 })
    await pause(patience.lookAgainAfter)
  }
}

/** Completes the upload in the same way as an upload in a single request. */
async function finish(platform: Platform, { upload, lease }: Held) {
  const { db, clock, files } = platform
  await confirm(lease)
  await files.finishParts(upload)
  // With S3 the preparation checks the file's kind, because uploads bypass the server.
  if (!platform.config.s3) {
    await refuseOtherKind(platform, upload).catch(async (error: unknown) => {
      if (error instanceof Problem && error.code === 'file-type')
        await db.transaction((tx) => forget(tx, [upload.path]))
      throw error
    })
  }
  await db.transaction(async (tx) => {
    const isOurs = await leases.end(tx, upload, { state: 'stored', storedAt: clock.now() })
    if (!isOurs) throw new Problem('not-found')
    await announceArrival(tx, upload)
  })
}

/** Cancels the upload. A file that a proof already uses stays. */
export async function end(platform: Platform, { path }: store.Upload) {
  const { db } = platform
  const gone = await db.transaction(async (tx) => {
    const paths = await store.discardIfUnused(tx, [path])
    const [upload] = paths.length > 0 ? [await store.findDiscarded(tx, path)] : []
    if (upload) await announceUpload(tx, upload)
    return paths
  })
  if (gone.length === 0) throw new Problem('not-found')
  await removeForgotten(platform, gone)
}
