import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { findRejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import * as uploads from '#server/features/files/service.ts'
import { addLedgerEntries, teamSizeAtApproval } from '#server/features/points/service.ts'
import { logAudit, logManyAudits } from '#server/platform/audit/log-audit.ts'
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
import { decide, type LockedProof, lockForReview } from './decision-store.ts'

type Request = {
  viewer: Viewer
  id: string
  requestId?: string
  status: 'approved' | 'rejected' | 'fix'
  adminNotes?: string | null
  files?: FileToFix[]
}
/** Decided now, decided in the same way before, or refused. */
type Outcome = { row: store.ProofWithNames } | 'unchanged' | Problem
type Decision = { request: Request; found: LockedProof; decided: ReturnType<typeof decisionOf> }
type FilesByPath = Map<string, uploads.Upload>

/**
 * A decision is taken once. The same again changes nothing; another is refused and says who was first. Decisions of the same
 * moment share a transaction and its statements (docs/decisions/0041, 0065).
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
    const locked = await lockForReview(
      tx,
      requests.map(({ id, viewer }) => ({ id, reviewerId: viewer.userId })),
    )
    const decisions = new Map<string, Decision>()
    const answers = requests.map((request, nth) => {
      const found = locked[nth]
      if (!found) return new Problem('not-found')
      // Another request of the same moment may have been first.
      const proof = { ...found.proof, ...decisions.get(request.id)?.decided }
      if (isSameDecision(request, proof)) return 'unchanged'
      if (statusOf(proof) !== 'pending') return 'decided already'
      const refusal = refuseFix(request, proof, config)
      if (refusal) return refusal
      const decision = { request, found, decided: decisionOf(request, found, now, config) }
      decisions.set(request.id, decision)
      return decision
    })
    const all = [...decisions.values()]
    const paths = all.flatMap(({ found }) => found.proof.contentUrls)
    const [, found] = await allInOrder([writeDecisions(tx, all, now), uploads.findMany({ db: tx }, paths)])
    await mailAllSentBack(tx, config, all, now)
    const files = new Map(found.map((file) => [file.path, file]))
    const outcomes = await allInOrder(
      answers.map((answer, nth) =>
        answer === 'decided already' ? decidedAlready(tx, requests[nth]?.id ?? '', config.timeZone) : outcomeOf(answer),
      ),
    )
    return outcomes.map((outcome) => ({ outcome, files }))
  })
}

function outcomeOf(answer: Decision | 'unchanged' | Problem): Outcome {
  if (answer === 'unchanged' || answer instanceof Problem) return answer
  const { found, decided } = answer
  return { row: { ...found, proof: { ...found.proof, ...decided }, reviewedBy: found.reviewerName, claimedBy: null } }
}

async function mailAllSentBack(tx: Tx, config: Config, decisions: Decision[], now: Date) {
  const sentBack = decisions.filter(({ request }) => request.status !== 'approved')
  if (sentBack.length === 0) return
  const mails = sentBack.map(({ request, found, decided }) => ({
    proof: { ...found.proof, ...decided },
    taskTitle: found.taskTitle,
    requestId: request.requestId,
  }))
  await mailSentBack(tx, config, mails, now)
}

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

function decisionOf(request: Request, found: LockedProof, now: Date, config: Config) {
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
  } satisfies Partial<store.Row>
}

async function writeDecisions(tx: Tx, decisions: Decision[], now: Date) {
  if (decisions.length === 0) return
  const earned = decisions.flatMap(({ request, found }) =>
    request.status === 'approved'
      ? {
          companyId: found.proof.companyId,
          proofId: request.id,
          kind: 'approve' as const,
          ...found.award,
          teamSize: found.teamSize,
          effectiveAt: found.proof.submittedAt,
          at: now,
          actorId: request.viewer.userId,
        }
      : [],
  )
  const audits = decisions.map(({ request, found, decided }) => ({
    who: request.viewer,
    action: actions[request.status],
    ...about(found),
    after: {
      adminNotes: decided.adminNotes,
      ...(request.status === 'approved' ? found.award : undefined),
      reasons: request.files?.map(({ reason }) => reason),
    },
  }))
  // None needs the answer to another: they are sent together. The first locks the companies, in one order.
  await allInOrder([
    decide(
      tx,
      decisions.map(({ request, decided }) => ({ proofId: request.id, ...decided })),
    ),
    earned.length > 0 && addLedgerEntries(tx, earned),
    logManyAudits(tx, now, audits),
  ])
  for (const { found } of decisions) await publishChanges(tx, found)
}

const actions = { approved: 'approved proof', rejected: 'rejected proof', fix: 'sent back proof' }

/** Locked before it is judged: two decisions at once must not both win. */
async function lockOrThrow(tx: Tx, viewer: Viewer, id: string): Promise<LockedProof> {
  const [found] = await lockForReview(tx, [{ id, reviewerId: viewer.userId }])
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
