import type { PendingProof, ReviewedProof, SamePhoto } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { statusOf } from '../fix-rounds.ts'
import * as store from './store.ts'

/** Adds to each proof the other proofs with the same photos, for reviewers. Both queries run in parallel. */
export async function withSamePhotos(
  platform: Platform,
  paths: string[],
  reading: Promise<ReviewedProof[]>,
): Promise<PendingProof[]> {
  const [proofs, samePhotos] = await Promise.all([reading, findSamePhotos(platform, paths)])
  return proofs.map((proof) => ({
    ...proof,
    samePhotos: samePhotos.filter(({ path }) => proof.files.some((file) => file.path === path)),
  }))
}

async function findSamePhotos(platform: Platform, paths: string[]): Promise<SamePhoto[]> {
  const others = paths.length > 0 ? await store.findOthersWith(platform.db, paths) : []
  const stored = await uploads.findMany(
    platform,
    others.map(({ otherPath }) => otherPath),
  )
  return Promise.all(
    others.map(async ({ path, otherPath, proofId, companyName, taskTitle, submittedAt, ...other }) => ({
      ...{ path, proofId, companyName, taskTitle },
      status: statusOf(other),
      submittedAt: submittedAt.toISOString(),
      file: await uploads.show(
        platform,
        stored.find((upload) => upload.path === otherPath),
        otherPath,
      ),
    })),
  )
}
