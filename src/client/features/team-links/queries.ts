import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { pageQuery } from '#client/platform/navigation/list-url.ts'
import { call, callPage } from '#client/platform/requests/api.ts'
import {
  createCaptureLink,
  listCaptureLinks,
  type NewCaptureLink,
  revokeCaptureLink,
} from '#contract/proofs/capture.ts'
import { listContributors } from '#contract/proofs/company-proofs.ts'

/** The valid links of a task. Refetched with the draft, because an added file may come from a new guest. */
export const teamLinks = (taskId: string) =>
  queryOptions({
    queryKey: ['uploads', 'links', taskId],
    queryFn: () => call(listCaptureLinks, { params: { id: taskId } }),
    staleTime: 0,
  })

export const contributorsPerPage = 5

/** Colleagues who added files by a company's team links, latest first. Their uploads are not announced to organisers. */
export const contributorsOf = (companyId: string, page: number) =>
  queryOptions({
    queryKey: ['companies', companyId, 'contributors', page],
    queryFn: () =>
      callPage(listContributors, { params: { id: companyId }, query: pageQuery(page, contributorsPerPage) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The link that this page has created. Only the reply of its creation has the address, so it is never fetched. */
export const newTeamLink = (taskId: string) =>
  queryOptions<NewCaptureLink | null>({
    queryKey: ['new-team-link', taskId],
    queryFn: () => null,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })

export function useNewTeamLink(taskId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: () => call(createCaptureLink, { params: { id: taskId } }),
    onSuccess: (link) => client.setQueryData(newTeamLink(taskId).queryKey, link),
    onSettled: () => client.invalidateQueries(teamLinks(taskId)),
    failure: failureToast('Error', 'The link could not be created. Please try again.'),
  })
}

export function useRevokeTeamLink(taskId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (id: string) => call(revokeCaptureLink, { params: { id } }),
    onSuccess: ({ id }) => client.setQueryData(newTeamLink(taskId).queryKey, (made) => (made?.id === id ? null : made)),
    onSettled: () => client.invalidateQueries(teamLinks(taskId)),
    success: () => ({ title: 'Link revoked', description: 'What was added with it stays here.' }),
    failure: failureToast('Error', 'The link could not be revoked. Please try again.'),
  })
}
