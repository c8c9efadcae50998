import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { asPage, type ListView, pageQuery } from '#client/platform/navigation/list-url.ts'
import { addressOf, call, callPage } from '#client/platform/requests/api.ts'
import { listAdministrators } from '#contract/administrators/endpoints.ts'
import { countCompanyProofs, listReviewedProofs, type ProofCounts } from '#contract/proofs/company-proofs.ts'
import {
  claimProof,
  type decidedStatuses,
  listDecidedProofs,
  listPendingProofs,
  type ReviewedProof,
  releaseProof,
  reopenProof,
  reviewProof,
  summarizeProofs,
} from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'

/** The queue of review mode, oldest first. One page is more than a reviewer decides before the next refetch. */
export const reviewQueue = queryOptions({
  queryKey: ['proofs', 'pending', 'queue'],
  queryFn: () => callPage(listPendingProofs, { query: { limit: 40 } }),
})

export const pendingPerPage = 5

export const pendingProofs = ({ q, page }: Pick<ListView, 'q' | 'page'>) =>
  queryOptions({
    queryKey: ['proofs', 'pending', { q, page }],
    queryFn: async () => {
      const query = { ...(q ? { q } : {}), limit: pendingPerPage, cursor: (page - 1) * pendingPerPage }
      return { ...(await callPage(listPendingProofs, { query })), q }
    },
    placeholderData: keepPreviousData,
  })

type DecidedView = ListView & {
  activeFilters: { status?: (typeof decidedStatuses)[number]; reviewer?: string; day?: string }
}

export const decidedProofs = (view: DecidedView) =>
  queryOptions({
    queryKey: ['proofs', 'decided', view],
    queryFn: async () => {
      const { status, reviewer, day } = view.activeFilters
      const query = {
        ...asPage(view),
        sort: 'reviewedAt' as const,
        ...(status ? { status } : {}),
        ...(reviewer ? { reviewedBy: reviewer } : {}),
        ...(day ? { reviewedOn: day } : {}),
      }
      return { ...(await callPage(listDecidedProofs, { query })), q: view.q }
    },
    placeholderData: keepPreviousData,
  })

export const proofsPerPage = 5

/** Proofs of a company as reviewers see them, newest first; of all statuses without one. */
export const proofsOfCompany = (id: string, status: ProofStatus | undefined, page: number) =>
  queryOptions({
    queryKey: ['proofs', 'companies', id, { status, page }],
    queryFn: () => {
      const query = { ...(status ? { status } : {}), ...pageQuery(page, proofsPerPage) }
      return callPage(listReviewedProofs, { params: { id }, query })
    },
    placeholderData: keepPreviousData,
  })

export const proofCounts = (id: string) =>
  queryOptions({
    queryKey: ['proofs', 'companies', id, 'counts'],
    queryFn: () => call(countCompanyProofs, { params: { id } }),
  })

/** Everybody who may review, by name. Under the key of the administrators, whose changes invalidate it. */
export const reviewers = queryOptions({
  queryKey: ['administrators', 'reviewers'],
  queryFn: async () =>
    (await call(listAdministrators, { query: { sort: 'name' } })).map(({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || email,
    })),
})

/** Participation, and the decisions of the last days. */
export const proofSummary = queryOptions({
  queryKey: ['proofs', 'summary'],
  queryFn: () => call(summarizeProofs, {}),
})

export type ProofStatus = keyof ProofCounts

export type Verdict = {
  id: string
  status: 'approved' | 'rejected' | 'fix'
  adminNotes?: string
  /** Files that the company has to replace; only with `fix`. */
  files?: FileToFix[]
}

export const sendVerdict = ({ id, ...body }: Verdict) => call(reviewProof, { params: { id }, body })

export const sendReopening = ({ id, note }: { id: string; note: string }) =>
  call(reopenProof, { params: { id }, body: { note } })

/** Invalidates everything a decision changes; resolves when the refetches are done. */
export function useRefreshAfterReview() {
  const client = useQueryClient()
  return () =>
    Promise.all(['proofs', 'companies', 'leaderboard'].map((topic) => client.invalidateQueries({ queryKey: [topic] })))
}

const outcomes = { approved: 'approved', rejected: 'rejected', fix: 'sent back to be fixed' }

export function useVerdict() {
  const refresh = useRefreshAfterReview()
  // Also after an error: another reviewer may have decided first, and the page must say so.
  return useMutationWithToasts({
    mutationFn: ({ proof, ...verdict }: Omit<Verdict, 'id'> & { proof: ReviewedProof }) =>
      sendVerdict({ id: proof.id, ...verdict }),
    onSettled: refresh,
    success: (_, { proof, status }) => ({
      title: 'Proof review submitted successfully.',
      description: `${proof.companyName}: ${outcomes[status]}`,
    }),
    failure: failureToast('Failed to submit review', 'The proof is still waiting. Please try again.'),
  })
}

export function useReopening() {
  const refresh = useRefreshAfterReview()
  return useMutationWithToasts({
    mutationFn: ({ proof, note }: { proof: ReviewedProof; note: string }) => sendReopening({ id: proof.id, note }),
    onSettled: refresh,
    success: (_, { proof }) => ({
      title: 'Proof reopened',
      description: `${proof.companyName}: ${proof.taskTitle} is back in the queue.`,
    }),
    failure: failureToast('Failed to reopen the proof', 'The decision stands.'),
  })
}

export const claim = (id: string): Promise<ReviewedProof> => call(claimProof, { params: { id } })

/** `keepalive` lets the request outlive the page, so closing the tab releases the claim. */
export const release = (id: string) =>
  fetch(addressOf(releaseProof, { params: { id } }), { method: 'DELETE', credentials: 'include', keepalive: true })
