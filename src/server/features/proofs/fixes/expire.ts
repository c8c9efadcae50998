import { findRejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailSentBack } from '../notices/sent-back.ts'
import { about, publishChanges } from '../reviewing/changes.ts'
import { lockForReview } from '../reviewing/decision-store.ts'
import * as store from '../store.ts'
import { filesToFix, hoursToFix } from './rounds.ts'
import { listOverdueFixes } from './store.ts'

const atATime = 100

/** What was sent back and not fixed in time is rejected: its company may then hand in another proof. */
export async function expireFixes({ db, clock, config }: Platform) {
  const now = clock.now()
  for (let taken = atATime; taken === atATime; ) {
    const overdue = await listOverdueFixes(db, now, atATime)
    taken = overdue.length
    for (const id of overdue) await db.transaction((tx) => expireFix(tx, config, id, now))
  }
}

async function expireFix(tx: Tx, config: Config, id: string, now: Date) {
  const [found] = await lockForReview(tx, [{ id, reviewerId: null }])
  // Fixed, reopened or rejected while this one waited for the lock.
  if (!found?.proof.fixDueAt || found.proof.fixDueAt > now) return
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
  await store.update(tx, id, rejection)
  await mailSentBack(tx, config, [{ proof: { ...found.proof, ...rejection }, taskTitle: found.taskTitle }], now)
  await logAudit(tx, 'time limit', now, { action: 'rejected proof', ...about(found), after: { adminNotes } })
  await publishChanges(tx, found)
}
