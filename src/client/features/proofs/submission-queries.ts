import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { ApiProblem, call } from '#client/platform/requests/api.ts'
import {
  fixProof,
  listCompanyProofs,
  listProofHistory,
  type NewFix,
  type NewProof,
  type Proof,
  submitProof,
} from '#contract/proofs/endpoints.ts'
import { draftOfTask } from './draft-queries.ts'

/** The company's submissions, newest first. */
export const companyProofs = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', companyId, 'proofs'],
    queryFn: () => call(listCompanyProofs, { params: { id: companyId }, query: {} }),
    meta: { isKeptOnDevice: true },
  })

/** History of one submission. Never cached, since every decision changes it. */
export const proofHistory = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'history', id],
    queryFn: () => call(listProofHistory, { params: { id } }),
    staleTime: 0,
  })

export const proofNotSubmitted = 'Failed to submit proof'

/** Retries while files are being checked, and up to four times while storage is unavailable. */
const untilFilesAreChecked = {
  retry: (failures: number, error: Error) =>
    error instanceof ApiProblem && (error.code === 'files-preparing' || (failures < 4 && error.status === 503)),
  retryDelay: (_failures: number, error: Error) => Math.max(2_000, error instanceof ApiProblem ? error.retryAfter : 0),
}

/** Replaces the files that a reviewer marked. */
export function useFixProof() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ proof: { id }, files }: { proof: Proof; files: NewFix['files'] }) =>
      call(fixProof, { params: { id }, body: { files } }),
    ...untilFilesAreChecked,
    // Also after an error: another device was faster or the time is over, and the page must say so.
    onSettled: (_fixed, _error, { proof }) => client.invalidateQueries(companyProofs(proof.companyId)),
    success: (_, { proof }) => ({ title: 'Fix sent', description: `${proof.taskTitle} is back in the queue.` }),
    failure: failureToast('Failed to send the fix', 'Please try again.'),
  })
}

export function useSubmitProof() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewProof) => call(submitProof, { body }),
    ...untilFilesAreChecked,
    onSettled: (_proof, _error, { companyId, taskId }) =>
      Promise.all([client.invalidateQueries(companyProofs(companyId)), client.invalidateQueries(draftOfTask(taskId))]),
    success: () => ({ title: 'Success!', description: 'Your proof has been submitted for review.' }),
    // The form gives the reason; the toast has the specified text.
    failure: () => ({ title: 'Error', description: proofNotSubmitted }),
  })
}
