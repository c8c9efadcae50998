import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { findRejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import { decidedBySentence } from '#contract/text/moments.ts'
import * as uploads from '#server/features/files/service.ts'
import { addLedgerEntries } from '#server/features/points/service.ts'
import { logManyAudits } from '#server/platform/audit/log-audit.ts'
import type { Config } from '#server/platform/config.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import { batchConcurrentCalls } from '#server/platform/database/batching/batch-concurrent-calls.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { scheduleExpiry } from '../fix-expiry.ts'
import { fixesLeft, pathsToFix, requestFix, statusOf } from '../fix-rounds.ts'
import { mailSentBack } from '../notices/sent-back.ts'
import { readForReview, toReviewedProof } from '../replies.ts'
import * as store from '../store.ts'
import { auditSubject, publishChanges } from './changes.ts'
import { decide, type LockedProof, lockForReview } from './decision-store.ts'

type Request = {
  viewer: Viewer
  id: string
  requestId?: string
  status: 'approved' | 'rejected' | 'fix'
  adminNotes?: string | null
  files?: FileToFix[]
}
type Decision = { request: Request; found: LockedProof; decided: ReturnType<typeof decisionOf> }
/** A new decision, a repeat of the same decision, a conflict with an earlier decision, or a refusal. */
type Answer = Decision | 'unchanged' | { decidedBefore: string } | Problem
type Outcome = { row: store.ProofWithNames } | 'unchanged' | Problem
type FilesByPath = Map<string, uploads.Upload>

/**
 * Makes decisions idempotent: a repeat changes nothing; a different decision is refused and names the first reviewer. A
 * batch of concurrent decisions shares a transaction and its statements (docs/decisions/0016).
 */
export function createDecide(platform: Platform) {
  const decideTogether = batchConcurrentCalls((requests: Request[]) => decideMany(platform, requests))
  return async (request: Request): Promise<ReviewedProof> => {
    const { outcome, files } = await decideTogether(request)
    if (outcome instanceof Problem) throw outcome
    if (outcome === 'unchanged') return readForReview(platform, request.viewer, request.id)
    return toReviewedProof(platform, request.viewer, outcome.row, files)
  }
}

async function decideMany(
  { db, clock, config }: Platform,
  requests: Request[],
): Promise<{ outcome: Outcome; files: FilesByPath }[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const requested = requests.map(({ id, viewer }) => ({ id, reviewerId: viewer.userId }))
    const locked = await lockForReview(tx, requested)
    const decisions = new Map<string, Decision>()
    const answers = requests.map((request, nth): Answer => {
      const found = locked[nth]
      if (!found) return new Problem('not-found')
      // An earlier request of the same batch may have decided this proof.
      const { id } = found.proof
      const proof = { ...found.proof, ...decisions.get(id)?.decided }
      if (isSameDecision(request, proof)) return 'unchanged'
      if (statusOf(proof) !== 'pending') return { decidedBefore: id }
      const refusal = refuseFix(request, proof, config)
      if (refusal) return refusal
      const decision = { request, found, decided: decisionOf(request, found, now, config) }
      decisions.set(id, decision)
      return decision
    })
    const all = [...decisions.values()]
    const paths = all.flatMap(({ found }) => found.proof.contentUrls)
    const [, stored] = await allInOrder([writeDecisions(tx, all, now), uploads.findMany({ db: tx }, paths)])
    await mailAllSentBack(tx, config, all, now)
    for (const { found, decided } of all)
      if (decided.fixDueAt) await scheduleExpiry(tx, found.proof.id, decided.fixDueAt, now)
    const files = new Map(stored.map((file) => [file.path, file]))
    const outcomes = await allInOrder(answers.map((answer) => outcomeOf(tx, answer, config.timeZone)))
    return outcomes.map((outcome) => ({ outcome, files }))
  })
}

async function outcomeOf(tx: Tx, answer: Answer, timeZone: string): Promise<Outcome> {
  if (answer === 'unchanged' || answer instanceof Problem) return answer
  if ('decidedBefore' in answer) return decidedAlready(tx, answer.decidedBefore, timeZone)
  const { found, decided } = answer
  return { row: { ...found, proof: { ...found.proof, ...decided }, reviewedBy: found.reviewerName, claimedBy: null } }
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
    // A proof that is sent back stays pending: it has no decision and earns nothing.
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
          proofId: found.proof.id,
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
    ...auditSubject(found),
    after: {
      adminNotes: decided.adminNotes,
      ...(request.status === 'approved' ? found.award : undefined),
      reasons: request.files?.map(({ reason }) => reason),
    },
  }))
  // No statement needs the result of another, so all are pipelined. The first locks the companies, in a fixed order.
  await allInOrder([
    decide(
      tx,
      decisions.map(({ found, decided }) => ({ proofId: found.proof.id, ...decided })),
    ),
    earned.length > 0 && addLedgerEntries(tx, earned),
    logManyAudits(tx, now, audits),
  ])
  for (const { found } of decisions) await publishChanges(tx, found)
}

const actions = { approved: 'approved proof', rejected: 'rejected proof', fix: 'sent back proof' }

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

async function decidedAlready(tx: Tx, id: string, timeZone: string): Promise<Problem> {
  const current = await store.findWithNames(tx, id)
  const decision = {
    decided: current ? decidedAs[statusOf(current.proof)] : 'decided',
    by: current?.reviewedBy ?? 'an administrator',
    at: current?.proof.reviewedAt,
  }
  return new Problem('already-decided', { sentence: decidedBySentence('proof', decision, timeZone) })
}

const decidedAs = { approved: 'approved', rejected: 'rejected', fix: 'sent back for a fix', pending: 'reopened' }
