import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { findRejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import * as uploads from '#server/features/files/service.ts'
import { addLedgerEntry, teamSizeAtApproval } from '#server/features/points/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Config } from '#server/platform/config.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import { batchConcurrentCalls } from '#server/platform/database/batching/batch-concurrent-calls.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { claimEnds, isClaimed, latestClaimEnd } from '../claims.ts'
import { fixesLeft, pathsToFix, requestFix, statusOf, withdrawFix, withoutFileToFix } from '../fixes/rounds.ts'
import { mailSentBack } from '../notices/sent-back.ts'
import { forReview, toReviewedProof } from '../service.ts'
import * as store from '../store.ts'
import { about, publishChanges } from './changes.ts'

type Request = {
  viewer: Viewer
  id: string
  requestId?: string
  status: 'approved' | 'rejected' | 'fix'
  adminNotes?: string | null
  files?: FileToFix[]
}
type Decided = { proof: store.Row; taskTitle: string; requestId?: string }
/** Decided now, decided in the same way before, or refused. */
type Outcome = { row: store.ProofWithNames } | 'unchanged' | Problem
type FilesByPath = Map<string, uploads.Upload>

/**
 * A decision is taken once. The same again changes nothing; another is refused and says who was first. Decisions of the same
 * moment share a transaction (docs/decisions/0041).
 */
export function createDecide(platform: Platform) {
  const decideTogether = batchConcurrentCalls((requests: Request[]) => decideMany(platform, requests))
  return async (request: Request): Promise<ReviewedProof> => {
    const { outcome, files } = await decideTogether(request)
    if (outcome instanceof Problem) throw outcome
    if (outcome === 'unchanged') return readOne(platform, request.viewer, request.id)
    return toReviewedProof(platform, request.viewer, outcome.row, files)
  }
}

async function decideMany(
  { db, clock, config }: Platform,
  requests: Request[],
): Promise<{ outcome: Outcome; files: FilesByPath }[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    // In one order, and so are the companies below: two processes that decide at once do not wait for each other in a circle.
    const asked = requests.toSorted((a, b) => compare(a.id, b.id))
    const proofs = await allInOrder(asked.map(({ id, viewer }) => store.lockForReview(tx, id, viewer.userId)))
    const locked = asked
      .map((request, nth) => ({ request, found: proofs[nth] }))
      .toSorted((a, b) => compare(a.found?.proof.companyId, b.found?.proof.companyId))
    const decided = new Map<string, Decided>()
    // Nothing is awaited in between: all statements leave together.
    const writing = locked.map(({ request, found }): Outcome | Promise<Outcome> => {
      if (!found) return new Problem('not-found')
      const proof = decided.get(request.id)?.proof ?? found.proof
      if (isSameDecision(request, proof)) return 'unchanged'
      if (statusOf(proof) !== 'pending') return decidedAlready(tx, request.id, config.timeZone)
      const refusal = refuseFix(request, proof, config)
      if (refusal) return refusal
      const decision = decisionOf(request, found, now, config)
      const { requestId } = request
      decided.set(request.id, { proof: { ...found.proof, ...decision }, taskTitle: found.taskTitle, requestId })
      return writeDecision(tx, request, found, decision)
    })
    const paths = [...decided.values()].flatMap(({ proof }) => proof.contentUrls)
    const [outcomes, found] = await allInOrder([allInOrder(writing), uploads.findMany({ db: tx }, paths)])
    const files = new Map(found.map((file) => [file.path, file]))
    const sentBack = [...decided.values()].filter(({ proof }) => proof.status !== 'approved')
    if (sentBack.length > 0) await mailSentBack(tx, config, sentBack, now)
    const byRequest = new Map(locked.map(({ request }, nth) => [request, outcomes[nth]]))
    return requests.map((request) => ({ outcome: byRequest.get(request) as Outcome, files }))
  })
}

const compare = (a = '', b = '') => (a < b ? -1 : Number(a > b))

function isSameDecision({ status, files = [] }: Request, proof: store.Row): boolean {
  if (statusOf(proof) !== status) return false
  const marked = pathsToFix(proof)
  return marked.length === files.length && files.every(({ path }) => marked.includes(path))
}

function refuseFix({ status, files = [] }: Request, proof: store.Row, config: Config): Problem | undefined {
  if (status !== 'fix') return undefined
  if (fixesLeft(proof, config) === 0) return new Problem('fixes-used-up')
  const unknown = files.findIndex(({ path }) => !proof.contentUrls.includes(path))
  const sentence = `File ${unknown + 1} is not part of this proof.`
  return unknown < 0
    ? undefined
    : new Problem('proof-file', { sentence, fields: { [`files.${unknown}.path`]: sentence } })
}

function decisionOf(request: Request, found: store.LockedProof, now: Date, config: Config) {
  const { viewer, status, adminNotes, files = [] } = request
  const award = status === 'approved' ? found.award : undefined
  const { fixRounds } = found.proof
  return {
    // Sent back, a proof stays pending: nothing is decided, and nothing is earned.
    status: status === 'fix' ? 'pending' : status,
    ...(status === 'fix' ? requestFix(found.proof, files, now, config) : { fixDueAt: null, fixRounds }),
    adminNotes: adminNotes || null,
    rejectionReasons: status === 'rejected' ? findRejectionReasons(adminNotes) : null,
    reviewedAt: now,
    reviewedBy: viewer.userId,
    pointsAwarded: award?.points ?? null,
    caloriesAwarded: award?.calories ?? null,
    claimedBy: null,
    claimedUntil: null,
  } satisfies store.Decision
}

async function writeDecision(
  tx: Tx,
  { viewer, id, status, files: filesToFix }: Request,
  found: store.LockedProof,
  decision: ReturnType<typeof decisionOf>,
): Promise<Outcome> {
  const { proof } = found
  const now = decision.reviewedAt
  const award = status === 'approved' ? found.award : undefined
  const earned = award && {
    companyId: proof.companyId,
    proofId: id,
    kind: 'approve' as const,
    ...award,
    teamSize: found.teamSize,
    effectiveAt: proof.submittedAt,
    at: now,
    actorId: viewer.userId,
  }
  // None needs the answer to another: they are sent together.
  await allInOrder([
    store.decide(tx, id, decision),
    earned && addLedgerEntry(tx, earned),
    logAudit(tx, viewer, now, {
      action: actions[status],
      ...about(found),
      after: { adminNotes: decision.adminNotes, ...award, reasons: filesToFix?.map(({ reason }) => reason) },
    }),
  ])
  await publishChanges(tx, found)
  return {
    row: { ...found, proof: { ...proof, ...decision }, reviewedBy: found.reviewerName, claimedBy: null },
  }
}

const actions = { approved: 'approved proof', rejected: 'rejected proof', fix: 'sent back proof' }

/** Locked before it is judged: two decisions at once must not both win. */
async function lockOrThrow(tx: Tx, viewer: Viewer, id: string): Promise<store.LockedProof> {
  const found = await store.lockForReview(tx, id, viewer.userId)
  if (!found) throw new Problem('not-found')
  return found
}

async function decidedAlready(tx: Tx, id: string, timeZone: string): Promise<Problem> {
  const shown = await store.findWithNames(tx, id)
  const moment = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const when = moment.format(shown?.proof.reviewedAt ?? undefined)
  return new Problem('already-decided', {
    sentence: `This proof was ${shown ? decidedAs[statusOf(shown.proof)] : 'decided'} by ${shown?.reviewedBy ?? 'an administrator'} on ${when}.`,
  })
}

const decidedAs = { approved: 'approved', rejected: 'rejected', fix: 'sent back for a fix', pending: 'reopened' }

/** Takes a decision back, with a reason. What was earned is reversed in the ledger, never erased. */
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
      await addLedgerEntry(tx, {
        companyId,
        proofId: id,
        kind: 'reverse',
        ...back,
        teamSize: await teamSizeAtApproval(tx, id),
        effectiveAt: submittedAt,
        at: now,
        actorId: viewer.userId,
        reason: note,
      })
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
      ...about(found),
      before: { status },
      after: { note },
    })
    await publishChanges(tx, found)
  })
  await reopening.catch((error: unknown) => {
    // Meanwhile the company handed in another proof for the same task.
    if (brokenUniqueness(error) === 'task_proofs_live') throw new Problem('proof-exists')
    throw error
  })
  return readOne(platform, viewer, id)
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
    // A reviewer renews every minute, and nobody else has to fetch the queue for that.
    if (claimed && !renewed) await publish(tx, 'administrators', 'proofs')
  })
  return readOne(platform, viewer, id)
}

export async function release({ db }: Platform, viewer: Viewer, id: string): Promise<{ released: boolean }> {
  return db.transaction(async (tx) => {
    const released = await store.release(tx, id, viewer.userId)
    if (released) await publish(tx, 'administrators', 'proofs')
    return { released }
  })
}

/** Takes one file out, for instance because a person on it objects. The proof and its points stay. */
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
    await logAudit(tx, viewer, clock.now(), { action: 'removed a file from proof', ...about(found) })
    await publishChanges(tx, found)
    return gone
  })
  await uploads.removeForgotten(platform, [path])
  return readOne(platform, viewer, id)
}

async function readOne(platform: Platform, viewer: Viewer, id: string): Promise<ReviewedProof> {
  const shown = await store.findWithNames(platform.db, id)
  const [proof] = shown ? await forReview(platform, viewer, [shown]) : []
  if (!proof) throw new Problem('not-found')
  return proof
}
