import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { purposes } from '../../src/contract/files/endpoints.ts'
import { uploads } from '../../src/server/features/files/tables.ts'
import { thumbnailOf } from '../../src/server/platform/storage/file-store.ts'
import { companies, tasks } from './content.ts'
import { localTime } from './moments.ts'
import { drawPhotos, photoSize } from './pictures.ts'
import type { ProofPlan } from './plan.ts'
import type { Stage, TakePhotos } from './stage.ts'

type StoredPhoto = { path: string; size: number; sha256: string; capturedAt: string }

/**
 * Draws the photos of every proof in the background, in order of submission, and stores them as prepared files. Through
 * the API each would be decoded, re-encoded and announced.
 */
export function startPhotos(stage: Stage): TakePhotos {
  const { plan, product } = stage
  const { db, clock } = product.platform
  const stored = new Map<number, Promise<StoredPhoto[]>>()
  let last: Promise<unknown> = Promise.resolve()
  for (const step of plan.steps) {
    if (step.do !== 'submit') continue
    const photos = last.then(() => storePhotosOf(stage, step.proof))
    stored.set(step.proof, photos)
    // The submission step reports a failure; the next photos go on.
    last = photos.catch(() => undefined)
  }
  return async (nth, { id: companyId, userId }) => {
    const photos = (await stored.get(nth)) ?? []
    const now = clock.now()
    const same = {
      ...{
        companyId,
        userId,
        ownerId: userId,
        purpose: 'proof' as const,
        type: 'image/jpeg' as const,
        state: 'stored' as const,
      },
      ...{ grantHash: '', grantExpiresAt: now, createdAt: now, storedAt: now, preparedAt: now },
      ...{ ...photoSize, hasThumbnail: true },
    }
    await db.insert(uploads).values(photos.map((photo, n) => ({ ...same, ...photo, fileName: `photo-${n + 1}.jpg` })))
    return photos.map(({ path }) => path)
  }
}

async function storePhotosOf({ plan, calendar, product }: Stage, nth: number): Promise<StoredPhoto[]> {
  const proof = plan.proofs[nth] as ProofPlan
  // Minutes apart, the last one shortly before the submission.
  const times = Array.from({ length: proof.photos }, (_, photo) => {
    const moment = new Date(calendar.momentOf(proof.at).getTime() - (proof.photos - photo) * 240_000)
    return localTime(moment, product.platform.config.timeZone)
  })
  const photos = await drawPhotos(
    {
      scene: (tasks[proof.task] as (typeof tasks)[number]).scene,
      seed: `${plan.seed} ${nth}`,
      colour: companies[proof.company]?.colour ?? '#211100',
      number: `TEAM ${String(proof.company + 1).padStart(2, '0')}`,
    },
    times.map((time) => time.replace(/-/g, ':')),
  )
  return Promise.all(photos.map((bytes, n) => storePhoto(product, bytes, times[n] ?? '')))
}

async function storePhoto({ platform }: Stage['product'], bytes: Buffer, takenAt: string): Promise<StoredPhoto> {
  const path = `${purposes.proof.folder}/${randomBytes(16).toString('hex')}.jpg`
  // The photo is small enough to be its thumbnail.
  for (const place of [path, thumbnailOf(path)]) await platform.files.write(place, Readable.from([bytes]), bytes.length)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, size: bytes.length, sha256, capturedAt: takenAt.replace(' ', 'T') }
}
