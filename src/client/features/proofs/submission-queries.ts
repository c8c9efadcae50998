import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, call } from '#client/platform/requests/api.ts'
import { useMutationWithToasts } from '#client/platform/requests/mutation-toasts.ts'
import { listCompanyProofs, listProofHistory, type NewProof, submitProof } from '#contract/proofs/endpoints.ts'
import { draftOfTask } from './draft-queries.ts'

/** What the company has handed in, the newest first. */
export const companyProofs = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', companyId, 'proofs'],
    queryFn: () => call(listCompanyProofs, { params: { id: companyId }, query: {} }),
  })

/** What happened to one of them; asked for each time, since it changes with every decision. */
export const proofHistory = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'history', id],
    queryFn: () => call(listProofHistory, { params: { id } }),
    staleTime: 0,
  })

export const proofNotSubmitted = 'Failed to submit proof'

export function useSubmitProof() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewProof) => call(submitProof, { body }),
    // Storage that is slow or away for a moment is no reason to press again. While files are being checked it goes on.
    retry: (failures, error) =>
      error instanceof ApiProblem && (error.code === 'files-preparing' || (failures < 4 && error.status === 503)),
    retryDelay: (_failures, error) => Math.max(2_000, error instanceof ApiProblem ? error.retryAfter : 0),
    onSettled: (_proof, _error, { companyId, taskId }) =>
      Promise.all([client.invalidateQueries(companyProofs(companyId)), client.invalidateQueries(draftOfTask(taskId))]),
    success: () => ({ title: 'Success!', description: 'Your proof has been submitted for review.' }),
    // The form says why; the toast is the specified one.
    failure: () => ({ title: 'Error', description: proofNotSubmitted }),
  })
}
