import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, call, callPage } from '#client/platform/api.ts'
import { asPage, type ListView } from '#client/platform/list-address.ts'
import { useRefreshUser } from '#client/platform/session.ts'
import {
  type Company,
  type CompanyChanges,
  createCompany,
  editCompany,
  listCompanies,
  listCompanyRows,
  type NewCompany,
  readCompany,
  resetCompanyPassword,
  setCompanyStanding,
} from '#contract/companies/endpoints.ts'
import { adjustPoints, listPointEntries } from '#contract/proofs/endpoints.ts'

/** One company; null when there is none of this id for this person. */
export const companyOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: (): Promise<Company | null> =>
      call(readCompany, { params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }),
  })

export function useCreateCompany() {
  const client = useQueryClient()
  const refreshUser = useRefreshUser()
  return useMutation({
    mutationFn: (body: NewCompany) => call(createCompany, { body }),
    onSuccess: (company) => {
      client.setQueryData(companyOf(company.id).queryKey, company)
      return refreshUser()
    },
  })
}

export function useEditCompany(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CompanyChanges) => call(editCompany, { params: { id }, body }),
    onSuccess: (company) => client.setQueryData(companyOf(id).queryKey, company),
  })
}

/** Every company, for administrators. */
export const companyList = queryOptions({
  queryKey: ['companies', 'list'],
  queryFn: () => call(listCompanies, {}),
})

/** The administrators' table. The rows of the view before stay until the next ones are here. */
export const companyTable = (view: ListView) =>
  queryOptions({
    queryKey: ['companies', 'table', view],
    queryFn: async () => ({ ...(await callPage(listCompanyRows, { query: asPage(view) })), q: view.q }),
    placeholderData: keepPreviousData,
  })

type Standing = { id: string; hidden?: boolean; disabled?: boolean }

export function useCompanyStanding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Standing) => call(setCompanyStanding, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['companies', 'table'] }),
  })
}

export const useCompanyPasswordReset = () =>
  useMutation({
    mutationFn: ({ id, password }: { id: string; password: string }) =>
      call(resetCompanyPassword, { params: { id }, body: { password } }),
  })

/** Every change of a company's points, the newest first. */
export const pointLedger = (id: string) =>
  queryOptions({
    queryKey: ['companies', id, 'points', 'ledger'],
    queryFn: () => callPage(listPointEntries, { params: { id }, query: { limit: 100 } }),
  })

type Adjustment = { points: number; calories: number; reason: string }

export function usePointAdjustment(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Adjustment) => call(adjustPoints, { params: { id }, body }),
    onSuccess: () =>
      Promise.all(['companies', 'leaderboard'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
}
