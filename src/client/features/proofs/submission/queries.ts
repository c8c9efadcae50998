import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type ReplyOf } from '#client/platform/api.ts'
import { discardUpload } from '#client/platform/uploads/http-transport.ts'
import { listCompanyProofs, type NewProof, submitProof } from '#contract/proofs/endpoints.ts'
import { listWaitingFiles } from '#contract/uploads.ts'

/** What the company has handed in, the newest first. */
export const companyProofs = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', companyId, 'proofs'],
    queryFn: () => call(listCompanyProofs, { params: { id: companyId }, query: {} }),
  })

export type WaitingFile = ReplyOf<typeof listWaitingFiles>[number]

/** Uploaded and not used yet. Other tabs and days change it without a word, so it is asked for each time. */
export const waitingFiles = queryOptions({
  queryKey: ['uploads'],
  queryFn: () => call(listWaitingFiles, {}),
  staleTime: 0,
})

export function useSubmitProof() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewProof) => call(submitProof, { body }),
    onSettled: (_proof, _error, { companyId }) =>
      Promise.all([client.invalidateQueries(companyProofs(companyId)), client.invalidateQueries(waitingFiles)]),
  })
}

/** What we know about waiting files before the server is asked again. */
async function changeWaiting(client: QueryClient, next: (files: WaitingFile[]) => WaitingFile[]) {
  // An answer that is older than the change must not undo it.
  await client.cancelQueries(waitingFiles)
  client.setQueryData(waitingFiles.queryKey, (files) => next(files ?? []))
}

export const addWaiting = (client: QueryClient, file: WaitingFile) =>
  changeWaiting(client, (files) => [file, ...files.filter(({ path }) => path !== file.path)])

export async function discardWaiting(client: QueryClient, paths: string[]) {
  await changeWaiting(client, (files) => files.filter(({ path }) => !paths.includes(path)))
  try {
    await Promise.all(paths.map(discardUpload))
  } finally {
    void client.invalidateQueries(waitingFiles)
  }
}
