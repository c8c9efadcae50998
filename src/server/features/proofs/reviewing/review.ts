import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import { addLedgerEntries, teamSizeAtApproval } from '#server/features/points/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { claimEnds, isClaimed, latestClaimEnd } from '../claims.ts'
import { statusOf, withdrawFix, withoutFileToFix } from '../fix-rounds.ts'
import { readForReview } from '../replies.ts'
import * as store from '../store.ts'
import { auditSubject, publishChanges } from './changes.ts'
import { type LockedProof, lockForReview } from './decision-store.ts'

/** Undoes a decision, with a reason. The ledger reverses the award and never deletes it. */
export async function reopen(platform: Platform, viewer: Viewer, id: string, note: string): Promise<ReviewedProof> {
  const { db, clock } = platform
  const now = clock.now()
  const reopening = db.transaction(async (tx) => {
    const found = await lockOrThrow(tx, viewer, id)
    const { proof } = found
    const status = statusOf(proof)
    if (status === 'pending') throw new Problem('not-decided')
    if (proof.status === 'approved') {
      const { companyId, submittedAt, pointsAwarded, caloriesAwarded } = proof
      const back = { points: -(pointsAwarded ?? 0), calories: -(caloriesAwarded ?? 0) }
      const entry = {
        companyId,
        proofId: id,
        kind: 'reverse' as const,
        ...back,
        teamSize: await teamSizeAtApproval(tx, id),
        effectiveAt: submittedAt,
        at: now,
        actorId: viewer.userId,
        reason: note,
      }
      await addLedgerEntries(tx, [entry])
    }
    const undone = {
      status: 'pending' as const,
      reviewedAt: null,
      reviewedBy: null,
      pointsAwarded: null,
      caloriesAwarded: null,
      rejectionReasons: null,
      ...withdrawFix(proof),
    }
    await store.update(tx, id, { ...undone, adminNotes: note })
    await logAudit(tx, viewer, now, {
      action: 'reopened proof',
      ...auditSubject(found),
      before: { status },
      after: { note },
    })
    await publishChanges(tx, found)
  })
  await reopening.catch((error: unknown) => {
    // The company submitted another proof for the same task after the decision.
    if (brokenUniqueness(error) === 'task_proofs_live') throw new Problem('proof-exists')
    throw error
  })
  return readForReview(platform, viewer, id)
}

export async function claim(platform: Platform, viewer: Viewer, id: string): Promise<ReviewedProof> {
  const now = platform.clock.now()
  await platform.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    const renewed = before?.claimedBy === viewer.userId && isClaimed(before, now)
    const claimed = await store.claim(tx, id, {
      by: viewer.userId,
      now,
      until: claimEnds(now),
      latest: latestClaimEnd(now),
    })
    // A reviewer renews the claim every minute; a renewal must not make every other reviewer reload the queue.
    if (claimed && !renewed) await publish(tx, 'administrators', 'proofs')
  })
  return readForReview(platform, viewer, id)
}

export async function release({ db }: Platform, viewer: Viewer, id: string): Promise<{ released: boolean }> {
  return db.transaction(async (tx) => {
    const released = await store.release(tx, id, viewer.userId)
    if (released) await publish(tx, 'administrators', 'proofs')
    return { released }
  })
}

/** Removes a single file, for instance because a person in the picture objects. The proof and its points stay. */
export async function removeFile(platform: Platform, viewer: Viewer, id: string, name: string): Promise<ReviewedProof> {
  const { db, clock } = platform
  const path = await db.transaction(async (tx) => {
    const found = await lockOrThrow(tx, viewer, id)
    const { proof } = found
    const gone = proof.contentUrls.find((stored) => stored.endsWith(`/${name}`))
    if (!gone) throw new Problem('not-found')
    const contentUrls = proof.contentUrls.filter((stored) => stored !== gone)
    await store.update(tx, id, { contentUrls, ...withoutFileToFix(proof, gone) })
    await uploads.forget(tx, [gone])
    await logAudit(tx, viewer, clock.now(), { action: 'removed a file from proof', ...auditSubject(found) })
    await publishChanges(tx, found)
    return gone
  })
  await uploads.removeForgotten(platform, [path])
  return readForReview(platform, viewer, id)
}

/** Locks before the check, so only the first of two concurrent decisions succeeds. */
async function lockOrThrow(tx: Tx, viewer: Viewer, id: string): Promise<LockedProof> {
  const [found] = await lockForReview(tx, [{ id, reviewerId: viewer.userId }])
  if (!found) throw new Problem('not-found')
  return found
}
