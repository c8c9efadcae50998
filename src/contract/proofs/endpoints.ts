import { z } from 'zod'
import { amount, boundedText, calendarDay, count, id, instant, limits, listQuery, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ViewableFile } from '../files/endpoints.ts'
import { FixRequest, filesToFix, newFix } from './fixes.ts'

export const fewestFiles = 6
export const mostFiles = 10
/** Days for which a proof's files are kept after its review; the notice above the button promises it. */
export const filesKeptDays = 90
/** The version of that notice, stored with each proof; a new wording needs a new version. */
export const noticeVersion = '2026-11c'

/** `fix`: a reviewer sent it back, and the company must replace files. */
export const proofStatus = z.enum(['pending', 'approved', 'rejected', 'fix'])
export const contentType = z.enum(['image', 'video'])

/** Visible to the company and to administrators. */
export const Proof = z.object({
  id,
  taskId: id,
  companyId: id,
  taskTitle: z.string(),
  /** Only a rejected company can submit another proof for an archived task. */
  taskArchived: z.boolean(),
  companyName: z.string(),
  contentUrls: z.array(z.string()),
  files: z.array(ViewableFile),
  contentType,
  status: proofStatus,
  adminNotes: z.string().nullable(),
  submittedAt: instant,
  reviewedAt: instant.nullable(),
  /** The awarded points; null until approval. */
  pointsAwarded: count.nullable(),
  caloriesAwarded: count.nullable(),
  /** The last request to replace files; null without one. */
  fix: FixRequest.nullable(),
})
export type Proof = z.output<typeof Proof>

/** Adds the fields for administrators. */
export const ReviewedProof = Proof.extend({
  reviewedBy: z.string().nullable(),
  /** The reviewer who has opened it, so that two reviewers do not work on the same proof. */
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
  /** The remaining number of times it can be sent back. */
  fixesLeft: count,
})
export type ReviewedProof = z.output<typeof ReviewedProof>

/** A file of a proof, and another proof with the same photo or video. */
export const SamePhoto = z.object({
  /** The file of this proof. */
  path: z.string(),
  proofId: id,
  companyName: z.string(),
  taskTitle: z.string(),
  status: proofStatus,
  submittedAt: instant,
  /** The file of the other proof. */
  file: ViewableFile,
})
export type SamePhoto = z.output<typeof SamePhoto>

/** The reviewers' view of a pending proof. */
export const PendingProof = ReviewedProof.extend({
  /**
   * Proofs of other companies, the earliest first, at most three per file; rejected ones of the same company are left
   * out.
   */
  samePhotos: z
    .array(SamePhoto)
    // Nodes of the previous release omit it.
    .default([]),
})
export type PendingProof = z.output<typeof PendingProof>

/** A stored path, or an address in our storage that ends with one. */
const contentUrl = boundedText(2_000, { message: 'Please upload at least 6 images or videos' })

export const NewProof = z.strictObject({
  taskId: id,
  companyId: id,
  contentUrls: z
    .array(contentUrl, 'Please upload at least 6 images or videos')
    .min(fewestFiles, 'Please upload at least 6 images or videos')
    .max(mostFiles, 'Maximum 10 files allowed'),
  contentType,
})
export type NewProof = z.input<typeof NewProof>

const params = z.object({ id })

export const submitProof = endpoint({
  method: 'POST',
  path: '/proofs',
  access: 'company',
  summary: 'Submit a proof for a task',
  body: NewProof,
  reply: Proof,
  status: 201,
  problems: [
    'proof-exists',
    'proof-file',
    'task-gone',
    'task-not-open',
    'task-closed',
    'no-company',
    'files-preparing',
    'storage-unavailable',
    'storage-full',
  ],
})

export const listCompanyProofs = endpoint({
  method: 'GET',
  path: '/companies/:id/proofs',
  access: 'signed-in',
  summary: 'The proofs of a company, the newest first',
  params,
  query: listQuery({ columns: ['submittedAt'], sort: 'submittedAt' }),
  reply: z.array(Proof),
})

/** An event in a proof's history in the company's view: without the reviewers' names. */
export const ProofEvent = z.object({
  kind: z.enum(['submitted', 'approved', 'rejected', 'reopened', 'file-removed', 'fix-requested', 'fixed']),
  at: instant,
  note: z.string().nullable(),
  points: amount.nullable(),
})
export type ProofEvent = z.output<typeof ProofEvent>

export const listProofHistory = endpoint({
  method: 'GET',
  path: '/proofs/:id/history',
  access: 'signed-in',
  summary: 'What happened to a proof, from its submission on',
  params,
  reply: z.array(ProofEvent),
})

export const listPendingProofs = endpoint({
  method: 'GET',
  path: '/proofs/pending',
  access: 'administrator',
  summary: 'Proofs that wait for a review, the oldest first',
  query: listQuery({ columns: ['submittedAt'], sort: 'submittedAt' }),
  reply: z.array(PendingProof),
})

export const decidedStatuses = ['approved', 'rejected', 'fix'] as const

export const listDecidedProofs = endpoint({
  method: 'GET',
  path: '/proofs/decided',
  access: 'administrator',
  summary: 'Proofs that were decided or sent back to be fixed, the latest decision first',
  query: listQuery({ columns: ['reviewedAt'], sort: 'reviewedAt', limit: 50 }).extend({
    status: z.enum(decidedStatuses).optional(),
    /** The reviewer's account. */
    reviewedBy: id.optional(),
    /** A day in the event's time zone. */
    reviewedOn: calendarDay.optional(),
  }),
  reply: z.array(ReviewedProof),
})

/** The results of the week so far, by days in the event's time zone; days without a decision are left out. */
export const ProofSummary = z.object({
  companies: count,
  /** Companies with at least one approved proof. */
  participating: count,
  days: z.array(z.object({ day: z.string(), approved: count, rejected: count })),
})
export type ProofSummary = z.output<typeof ProofSummary>

export const summarizeProofs = endpoint({
  method: 'GET',
  path: '/proofs/summary',
  access: 'administrator',
  summary: 'How many companies take part, and the decisions of the last fourteen days',
  reply: ProofSummary,
})

export const Review = z
  .strictObject({
    status: z.enum(['approved', 'rejected', 'fix'], 'Must be approved, rejected or fix'),
    adminNotes: text({ max: limits.notes }).nullish(),
    /** The files to replace: required for `fix`, refused for other decisions. */
    files: filesToFix(mostFiles).optional(),
  })
  .refine(({ status, files }) => status !== 'fix' || files !== undefined, {
    path: ['files'],
    message: 'Please mark at least one file',
  })
  .refine(({ status, files }) => status === 'fix' || files === undefined, {
    path: ['files'],
    message: 'Only a proof that is sent back has files to fix',
  })

export const reviewProof = endpoint({
  method: 'PATCH',
  path: '/proofs/:id/review',
  access: 'administrator',
  summary:
    'Approve, reject, or send back with the files that have to be replaced; the same decision again changes nothing, another is refused',
  params,
  body: Review,
  reply: ReviewedProof,
  problems: ['already-decided', 'fixes-used-up', 'proof-file'],
})

export const NewFix = newFix(mostFiles)
export type NewFix = z.input<typeof NewFix>

export const fixProof = endpoint({
  method: 'POST',
  path: '/proofs/:id/fixes',
  access: 'company',
  summary: 'Replace the files a reviewer marked, all of them; the proof keeps its time of submission and waits again',
  params,
  body: NewFix,
  reply: Proof,
  status: 201,
  problems: [
    'no-fix-requested',
    'fix-too-late',
    'fix-incomplete',
    'proof-file',
    'no-company',
    'files-preparing',
    'storage-unavailable',
    'storage-full',
  ],
})

export const reopenProof = endpoint({
  method: 'POST',
  path: '/proofs/:id/reopening',
  access: 'administrator',
  summary: 'Take a decision back: points are reversed and the proof waits again',
  params,
  body: z.strictObject({ note: text({ min: 1, max: limits.notes, message: 'Please say why' }) }),
  reply: ReviewedProof,
  problems: ['not-decided', 'proof-exists'],
})

export const claimProof = endpoint({
  method: 'POST',
  path: '/proofs/:id/claim',
  access: 'administrator',
  summary: 'Say that I am looking at it; ends by itself after two minutes',
  params,
  reply: ReviewedProof,
})

export const releaseProof = endpoint({
  method: 'DELETE',
  path: '/proofs/:id/claim',
  access: 'administrator',
  summary: 'I am no longer looking at it',
  params,
  reply: z.object({ released: z.boolean() }),
})

export const deleteProofFile = endpoint({
  method: 'DELETE',
  path: '/proofs/:id/files/:name',
  access: 'administrator',
  summary: 'Take one file out of a proof, for instance because a person on it objects',
  params: params.extend({ name: boundedText(60) }),
  reply: ReviewedProof,
})
