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

/** What the company has handed in, the newest first. */
export const companyProofs = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', companyId, 'proofs'],
    queryFn: () => call(listCompanyProofs, { params: { id: companyId }, query: {} }),
    meta: { isKeptOnDevice: true },
  })

/** What happened to one of them; asked for each time, since it changes with every decision. */
export const proofHistory = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'history', id],
    queryFn: () => call(listProofHistory, { params: { id } }),
    staleTime: 0,
  })

export const proofNotSubmitted = 'Failed to submit proof'

/** Storage that is slow or away for a moment is no reason to press again. While files are being checked it goes on. */
const untilFilesAreChecked = {
  retry: (failures: number, error: Error) =>
    error instanceof ApiProblem && (error.code === 'files-preparing' || (failures < 4 && error.status === 503)),
  retryDelay: (_failures: number, error: Error) => Math.max(2_000, error instanceof ApiProblem ? error.retryAfter : 0),
}

/** Puts new files in the place of those that a reviewer marked. */
export function useFixProof() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ proof: { id }, files }: { proof: Proof; files: NewFix['files'] }) =>
      call(fixProof, { params: { id }, body: { files } }),
    ...untilFilesAreChecked,
    // Also after a refusal: another device was faster, or the time is over, and that has to show.
    onSettled: (_fixed, _error, { proof }) => client.invalidateQueries(companyProofs(proof.companyId)),
    success: (_, { proof }) => ({ title: 'Fix sent', description: `${proof.taskTitle} waits for its review again.` }),
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
    // The form says why; the toast is the specified one.
    failure: () => ({ title: 'Error', description: proofNotSubmitted }),
  })
}
