import { z } from 'zod'
import { count, id, instant, listQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { PendingProof, proofStatus } from './endpoints.ts'

const params = z.object({ id })

export const listReviewedProofs = endpoint({
  method: 'GET',
  path: '/admin/companies/:id/proofs',
  access: 'administrator',
  summary: 'The proofs of a company as reviewers see them, the newest first: of one `status`, or all',
  params,
  query: listQuery({ columns: ['submittedAt'], sort: 'submittedAt', limit: 50 }).extend({
    status: proofStatus.optional(),
  }),
  reply: z.array(PendingProof),
})

/** How many proofs of a company there are of each status. */
export const ProofCounts = z.object({ pending: count, fix: count, approved: count, rejected: count })
export type ProofCounts = z.output<typeof ProofCounts>

export const countCompanyProofs = endpoint({
  method: 'GET',
  path: '/admin/companies/:id/proof-counts',
  access: 'administrator',
  summary: 'How many proofs of a company there are of each status',
  params,
  reply: ProofCounts,
})

/** A colleague who added files by team links, on one device. */
export const Contributor = z.object({
  id,
  /** Null if the colleague gave no name. */
  firstName: z.string().nullable(),
  files: count,
  tasks: count,
  lastAddedAt: instant,
})
export type Contributor = z.output<typeof Contributor>

export const listContributors = endpoint({
  method: 'GET',
  path: '/admin/companies/:id/contributors',
  access: 'administrator',
  summary: 'The colleagues who added files to the proofs of a company by team links, the latest first',
  params,
  query: listQuery({ columns: ['lastAddedAt'], sort: 'lastAddedAt', limit: 50 }).omit({ q: true }),
  reply: z.array(Contributor),
})
