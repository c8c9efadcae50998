import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { purposes } from '../../src/contract/files/endpoints.ts'
import { uploads } from '../../src/server/features/files/tables.ts'
import { thumbnailOf } from '../../src/server/platform/storage/file-store.ts'
import { companies, tasks } from './content.ts'
import { localTime } from './moments.ts'
import { type PhotoRequest, photoSize } from './pictures/photo.ts'
import type { ProofPlan } from './plan.ts'
import type { Company, Stage } from './play.ts'

type StoredPhoto = { path: string; size: number; sha256: string; capturedAt: string }
/** Gives the stored paths of a proof's photos, which then belong to its company. */
export type TakePhotos = (nth: number, company: Company) => Promise<string[]>

/**
 * Draws the photos of every proof while the week is played, in the order in which they are handed in, and puts them where the product
 * has them once they are prepared. Sent through the API, each would be decoded, drawn anew and announced.
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
    // Whoever hands them in hears of a failure.
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

function storePhotosOf(stage: Stage, nth: number): Promise<StoredPhoto[]> {
  const proof = stage.plan.proofs[nth] as ProofPlan
  return Promise.all(Array.from({ length: proof.photos }, (_, photo) => storePhoto(stage, { proof, nth, photo })))
}

type PhotoPlan = { proof: ProofPlan; nth: number; photo: number }

async function storePhoto({ plan, calendar, drawing, product }: Stage, given: PhotoPlan): Promise<StoredPhoto> {
  const { proof, nth, photo } = given
  const { config, files } = product.platform
  // Minutes apart, the last one shortly before it was handed in.
  const moment = new Date(calendar.momentOf(proof.at).getTime() - (proof.photos - photo) * 240_000)
  const takenAt = localTime(moment, config.timeZone)
  const bytes = await drawing.draw({
    ...{
      kind: 'photo',
      scene: (tasks[proof.task] as (typeof tasks)[number]).scene,
      seed: `${plan.seed} ${nth} ${photo}`,
    },
    ...{ hour: Number(takenAt.slice(11, 13)), takenAt: takenAt.replace(/-/g, ':') },
    shirt: companies[proof.company]?.colour ?? '#211100',
    number: `TEAM ${String(proof.company + 1).padStart(2, '0')}`,
  } satisfies PhotoRequest)
  const path = `${purposes.proof.folder}/${randomBytes(16).toString('hex')}.jpg`
  // No larger than a thumbnail may be, it is its own.
  for (const place of [path, thumbnailOf(path)]) await files.write(place, Readable.from([bytes]), bytes.length)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, size: bytes.length, sha256, capturedAt: takenAt.replace(' ', 'T') }
}
