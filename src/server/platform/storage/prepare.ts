import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, minutes } from '../clock.ts'
import { Problem } from '../errors/problem.ts'
import { publish } from '../live/publish.ts'
import { clean } from '../media/clean.ts'
import { MediaFault } from '../media/media-fault.ts'
import type { Platform } from '../platform.ts'
import { thumbnailOf } from './storage.ts'
import * as store from './store.ts'
import { storageProblem } from './trouble.ts'
import { announceUpload, FileRefused, removeBytes } from './uploads.ts'

/** Longer than any cleaning takes; after a crash another process goes on. */
const lease = minutes(2)

/** Takes place and device out of this file. False when there was nothing to do, or somebody is at it. */
export async function prepareNext(platform: Platform, path: string): Promise<boolean> {
  const upload = await leaseNext(platform, { path })
  if (upload) await prepare(platform, upload)
  return upload !== undefined
}

function leaseNext({ db, clock }: Platform, which: { path?: string; except?: string[] }) {
  const now = clock.now()
  return db.transaction((tx) => store.leaseUnprepared(tx, now, after(now, lease), which))
}

async function prepare(platform: Platform, upload: store.Upload) {
  const { db } = platform
  const folder = await mkdtemp(join(tmpdir(), 'week-media-'))
  try {
    const changes = await prepared(platform, upload, folder)
    const isThere = await db.transaction(async (tx) => {
      if (upload.state === 'claimed') await publish(tx, 'administrators', 'proofs')
      else await announceUpload(tx, upload)
      return store.update(tx, [upload.path], { ...changes, leasedUntil: null })
    })
    // Swept later if this fails; until the row says so, what came is the only copy.
    if (isThere) await platform.files.settle(upload.path).catch(() => undefined)
    // Thrown away meanwhile: what was just put in its place must not stay.
    else await removeBytes(platform, upload.path)
  } catch (error) {
    await db.transaction((tx) => store.update(tx, [upload.path], { leasedUntil: null })).catch(() => undefined)
    throw storageProblem(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepared({ files, clock }: Platform, upload: store.Upload, folder: string) {
  const cleaned = join(folder, 'cleaned')
  const came = await files.fetched(upload.path, join(folder, 'came'))
  if (!came) return { fault: 'was not uploaded completely' }
  try {
    const { thumbnail, ...facts } = await clean(came, upload.type, cleaned)
    // Of the bytes as they came, before the cleaned ones take their place.
    const sha256 = await hashOf(came)
    if (thumbnail) await files.replace(thumbnailOf(upload.path), thumbnail, 'image/jpeg')
    await files.replace(upload.path, cleaned, upload.type)
    return { ...facts, sha256, hasThumbnail: thumbnail !== null, preparedAt: clock.now() }
  } catch (error) {
    if (error instanceof MediaFault) return { fault: error.sentence }
    throw error
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Sees to it that all of these are whole, clean and what they claim to be, before anything refers to them. Usually the loop
 * has done it while the person was still choosing files.
 */
export async function ensurePrepared(platform: Platform, companyId: string, paths: string[]) {
  const { db, files } = platform
  const deadline = Date.now() + 25_000
  for (const path of paths) {
    for (;;) {
      const upload = await store.find(db, path)
      if (!upload || upload.companyId !== companyId) throw new FileRefused(path, 'was not uploaded')
      if (upload.fault) throw new FileRefused(path, upload.fault, upload.fileName)
      if (upload.preparedAt) break
      if (upload.state === 'granted') await noticeArrival(platform, upload)
      const done = await prepareNext(platform, path)
      if (!done) await new Promise((resolve) => setTimeout(resolve, 150))
      if (Date.now() > deadline) throw new Problem('storage-unavailable')
    }
  }
  await files.check()
}

/** With a store of its own the browser sends past us: we look whether it is there. */
async function noticeArrival({ db, files, clock }: Platform, upload: store.Upload) {
  const size = await files.arrivedSize(upload.path)
  if (size !== upload.size) throw new FileRefused(upload.path, 'was not uploaded completely', upload.fileName)
  await db.transaction((tx) => store.markArrived(tx, [upload.path], clock.now()))
}

export type Preparing = { stop(): Promise<void> }

/** Prepares files as they come, one after the other: looking at pictures must not starve everybody else. */
export function startPreparing(platform: Platform): Preparing {
  let stopped = false
  let under: Promise<void> | undefined
  let again = false

  /** One that fails must not keep the others waiting; it has its turn again with the next tick. */
  const failed = new Set<string>()
  async function next(): Promise<boolean> {
    const upload = await leaseNext(platform, { except: [...failed] })
    if (!upload) return false
    await prepare(platform, upload).catch((error: unknown) => {
      failed.add(upload.path)
      platform.log.warn({ err: error }, 'preparing a file failed')
    })
    return true
  }

  async function work() {
    do {
      again = false
      while (!stopped && (await next()));
    } while (again && !stopped)
  }
  function wake() {
    again = true
    under ??= work()
      .catch((error: unknown) => platform.log.warn({ err: error }, 'preparing files failed'))
      .finally(() => {
        under = undefined
      })
  }
  platform.signals.on(({ files }) => {
    if (files) wake()
  })
  const timer = setInterval(() => {
    failed.clear()
    wake()
  }, 10_000)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await under
    },
  }
}
