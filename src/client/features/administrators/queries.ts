import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { asPage, type ListView, pageQuery } from '#client/platform/navigation/list-url.ts'
import { call, callPage } from '#client/platform/requests/api.ts'
import {
  type Administrator,
  createAdministrator,
  listAdministrators,
  listAuditEntries,
  setAdministratorStatus,
} from '#contract/administrators/endpoints.ts'
import { nameOf } from './name-of.ts'

export const administratorTable = (view: ListView) =>
  queryOptions({
    queryKey: ['administrators', 'table', view],
    queryFn: async () => ({ ...(await callPage(listAdministrators, { query: asPage(view) })), q: view.q }),
    placeholderData: keepPreviousData,
  })

export const auditLog = (view: ListView) =>
  queryOptions({
    queryKey: ['audit', view],
    queryFn: async () => ({ ...(await callPage(listAuditEntries, { query: asPage(view) })), q: view.q }),
    placeholderData: keepPreviousData,
  })

export const logEntriesPerPage = 5

/** Entries about a company, its account and its proofs. */
export const companyLog = (companyId: string, page: number) =>
  queryOptions({
    queryKey: ['audit', 'companies', companyId, page],
    queryFn: () => callPage(listAuditEntries, { query: { companyId, ...pageQuery(page, logEntriesPerPage) } }),
    placeholderData: keepPreviousData,
  })

export function useNewAdministrator() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewAdministrator) => call(createAdministrator, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['administrators'] }),
    success: ({ email }) => ({ title: 'Administrator Created', description: `A welcome email is sent to ${email}.` }),
    failure: failureToast('Failed to create administrator', 'Nothing was created. Please try again.'),
  })
}

export function useAdministratorStatus() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ administrator: { id }, disabled }: { administrator: Administrator; disabled: boolean }) =>
      call(setAdministratorStatus, { params: { id }, body: { disabled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['administrators'] }),
    success: (_, { administrator, disabled }) => ({
      title: disabled ? 'Administrator disabled' : 'Administrator enabled',
      description: nameOf(administrator),
    }),
    failure: failureToast('Error', 'Failed to update administrator'),
  })
}

type NewAdministrator = { email: string; firstName: string; lastName: string; password: string }
