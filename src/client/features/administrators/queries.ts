import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#client/platform/api.ts'
import { asPage, type ListView } from '#client/platform/list-address.ts'
import {
  createAdministrator,
  listAdministrators,
  listAuditEntries,
  setAdministratorStanding,
} from '#contract/administrators/endpoints.ts'

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

export function useNewAdministrator() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAdministrator) => call(createAdministrator, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['administrators'] }),
  })
}

export function useAdministratorStanding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, disabled }: { id: string; disabled: boolean }) =>
      call(setAdministratorStanding, { params: { id }, body: { disabled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['administrators'] }),
  })
}

type NewAdministrator = { email: string; firstName: string; lastName: string; password: string }
