import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, call } from '#client/platform/requests/api.ts'
import { useMutationWithToasts } from '#client/platform/requests/mutation-toasts.ts'
import { discardUpload } from '#client/platform/uploads/transfer/http-transport.ts'
import { listWaitingFiles, moveWaitingFile, type WaitingFile } from '#contract/files/endpoints.ts'
import { listCompanyProofs, listProofHistory, type NewProof, submitProof } from '#contract/proofs/endpoints.ts'

export type { WaitingFile }

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

/** Uploaded and not used yet. While one is being looked at it is asked for again, should the announcement be lost. */
export const waitingFiles = queryOptions({
  queryKey: ['uploads'],
  queryFn: () => call(listWaitingFiles, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some((file) => file.state === 'preparing') ? 2_000 : false),
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
    onSettled: (_proof, _error, { companyId }) =>
      Promise.all([client.invalidateQueries(companyProofs(companyId)), client.invalidateQueries(waitingFiles)]),
    success: () => ({ title: 'Success!', description: 'Your proof has been submitted for review.' }),
    // The form says why; the toast is the specified one.
    failure: () => ({ title: 'Error', description: proofNotSubmitted }),
  })
}

/** What we know about waiting files before the server is asked again. */
async function changeWaiting(client: QueryClient, next: (files: WaitingFile[]) => WaitingFile[]) {
  // An answer that is older than the change must not undo it.
  await client.cancelQueries(waitingFiles)
  client.setQueryData(waitingFiles.queryKey, (files) => next(files ?? []))
}

export async function addWaiting(client: QueryClient, file: WaitingFile) {
  await changeWaiting(client, (files) => [file, ...files.filter(({ path }) => path !== file.path)])
  void client.invalidateQueries(waitingFiles)
}

export async function discardWaiting(client: QueryClient, paths: string[]) {
  await changeWaiting(client, (files) => files.filter(({ path }) => !paths.includes(path)))
  try {
    await Promise.all(paths.map(discardUpload))
  } finally {
    void client.invalidateQueries(waitingFiles)
  }
}

type Place = { path: string; taskId: string; position: number }

/** Puts files that were left over into the draft of a task. */
export async function moveWaiting(client: QueryClient, places: Place[]) {
  await changeWaiting(client, (files) =>
    files.map((file) => ({ ...file, ...places.find(({ path }) => path === file.path) })),
  )
  try {
    await Promise.all(
      places.map(({ path, ...body }) => {
        const [folder = '', name = ''] = path.split('/')
        return call(moveWaitingFile, { params: { folder, name }, body })
      }),
    )
  } finally {
    void client.invalidateQueries(waitingFiles)
  }
}
