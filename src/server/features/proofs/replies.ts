import type { Proof, ReviewedProof } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isClaimed } from './claims.ts'
import { fixesLeft, latestFix, statusOf } from './fix-rounds.ts'
import * as store from './store.ts'

export async function forCompany(platform: Platform, row: store.ProofWithNames): Promise<Proof> {
  const files = await uploads.findMany(platform, row.proof.contentUrls)
  return withFiles(platform, row, new Map(files.map((file) => [file.path, file])))
}

export async function forReview(
  platform: Platform,
  viewer: Viewer,
  rows: store.ProofWithNames[],
): Promise<ReviewedProof[]> {
  const paths = rows.flatMap(({ proof }) => proof.contentUrls)
  const files = await uploads.findMany(platform, paths)
  const byPath = new Map(files.map((file) => [file.path, file]))
  return Promise.all(rows.map((row) => toReviewedProof(platform, viewer, row, byPath)))
}

export async function readForReview(platform: Platform, viewer: Viewer, id: string): Promise<ReviewedProof> {
  const row = await store.findWithNames(platform.db, id)
  const [proof] = row ? await forReview(platform, viewer, [row]) : []
  if (!proof) throw new Problem('not-found')
  return proof
}

export async function toReviewedProof(
  platform: Platform,
  viewer: Viewer,
  row: store.ProofWithNames,
  byPath: Map<string, uploads.Upload>,
): Promise<ReviewedProof> {
  const claimed = isClaimed(row.proof, platform.clock.now())
  return {
    ...(await withFiles(platform, row, byPath)),
    reviewedBy: row.reviewedBy,
    claimedBy: claimed ? row.claimedBy : null,
    claimedByMe: claimed && row.proof.claimedBy === viewer.userId,
    fixesLeft: fixesLeft(row.proof, platform.config),
  }
}

async function withFiles(
  platform: Platform,
  { proof, taskTitle, taskArchivedAt, companyName }: store.ProofWithNames,
  byPath: Map<string, uploads.Upload>,
): Promise<Proof> {
  const files = await Promise.all(proof.contentUrls.map((path) => uploads.show(platform, byPath.get(path), path)))
  const { id, taskId, companyId, contentType, adminNotes, pointsAwarded, caloriesAwarded } = proof
  return {
    id,
    taskId,
    companyId,
    taskTitle,
    taskArchived: taskArchivedAt !== null,
    companyName,
    contentUrls: files.map(({ url }) => url),
    files,
    contentType,
    status: statusOf(proof),
    adminNotes,
    submittedAt: proof.submittedAt.toISOString(),
    reviewedAt: proof.reviewedAt?.toISOString() ?? null,
    pointsAwarded,
    caloriesAwarded,
    fix: latestFix(proof, (path) => byPath.get(path)?.sha256 ?? null),
  }
}
