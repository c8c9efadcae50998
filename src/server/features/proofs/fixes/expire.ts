import { findRejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { expireFixKind } from '../fix-expiry.ts'
import { filesToFix, hoursToFix } from '../fix-rounds.ts'
import { mailSentBack } from '../notices/sent-back.ts'
import { auditSubject, publishChanges } from '../reviewing/changes.ts'
import { type LockedProof, lockForReview } from '../reviewing/decision-store.ts'
import * as store from '../store.ts'
import { listOverdueFixes } from './store.ts'

const atATime = 100

/** The key has the proof and its deadline, so a later request gets a separate job. */
export const expireFixJob: JobKind = {
  kind: expireFixKind,
  run: (platform, key) => expireFix(platform, key.split(' ')[0] ?? ''),
}

/** Expires fixes whose job was lost, or which are older than this kind of job. */
export async function expireFixes(platform: Platform) {
  for (let taken = atATime; taken === atATime; ) {
    const overdue = await listOverdueFixes(platform.db, platform.clock.now(), atATime)
    taken = overdue.length
    for (const id of overdue) await expireFix(platform, id)
  }
}

/** Rejects a proof that was not fixed in time; its company may then submit another proof. */
export async function expireFix({ db, clock, config }: Platform, id: string) {
  await db.transaction(async (tx) => {
    const [found] = await lockForReview(tx, [{ id, reviewerId: null }])
    const now = await readDatabaseTime(tx, clock)
    // The proof may have been fixed, reopened or rejected while this job waited for the lock.
    if (found?.proof.fixDueAt && found.proof.fixDueAt <= now) await reject(tx, config, found, now)
  })
}

async function reject(tx: Tx, config: Config, found: LockedProof, now: Date) {
  const reasons = filesToFix(found.proof).flatMap(({ reason }) => findRejectionReasons(reason))
  const allowed = hoursToFix(found.proof)
  const adminNotes = `Not fixed within ${allowed} ${allowed === 1 ? 'hour' : 'hours'}.`
  const rejection = {
    status: 'rejected' as const,
    adminNotes,
    rejectionReasons: [...new Set(reasons)],
    reviewedAt: now,
    fixDueAt: null,
  }
  await store.update(tx, found.proof.id, rejection)
  await mailSentBack(tx, config, [{ proof: { ...found.proof, ...rejection }, taskTitle: found.taskTitle }], now)
  await logAudit(tx, 'time limit', now, { action: 'rejected proof', ...auditSubject(found), after: { adminNotes } })
  await publishChanges(tx, found)
}
