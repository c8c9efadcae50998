import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { countText } from '#client/platform/formats/amounts.ts'
import { dayOf } from '#client/platform/formats/dates.ts'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { asPage, type ListView, pageQuery } from '#client/platform/navigation/list-url.ts'
import { ApiProblem, call, callPage } from '#client/platform/requests/api.ts'
import { useRefreshUser } from '#client/platform/session/session.ts'
import {
  type Company,
  type CompanyChanges,
  type CompanyDetails,
  type CompanyRow,
  createCompany,
  editCompany,
  listCompanies,
  listCompanyRows,
  listTeamSizes,
  type NewCompany,
  readCompany,
  readCompanyDetails,
  resetCompanyPassword,
  setCompanyStatus,
} from '#contract/companies/endpoints.ts'
import { listCompanyMails } from '#contract/companies/mails.ts'
import {
  decideTeamSizeChange,
  listTeamSizeChanges,
  listWaitingTeamSizeChanges,
  type TeamSizeChange,
} from '#contract/companies/team-size-changes.ts'

/** One company; null if it does not exist for this user. */
export const companyOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: (): Promise<Company | null> => call(readCompany, { params: { id } }).catch(nullIfMissing),
    meta: { isKeptOnDevice: true },
  })

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiProblem && error.status === 404) return null
  throw error
}

/** Team sizes with their start dates. Under the company's key, so that a profile change invalidates them. */
export const teamSizesOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', id, 'team-sizes'],
    queryFn: () => call(listTeamSizes, { params: { id } }),
  })

/** Pending team size changes of one company; there is at most one. */
export const teamSizeChangeOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', id, 'team-size-changes'],
    queryFn: () => call(listTeamSizeChanges, { params: { id } }),
  })

/** Pending changes of all companies, for administrators. */
export const waitingTeamSizes = queryOptions({
  queryKey: ['companies', 'team-size-changes'],
  queryFn: () => call(listWaitingTeamSizeChanges, {}),
})

export function useTeamSizeDecision({ id, companyName }: TeamSizeChange) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (status: 'approved' | 'rejected') => call(decideTeamSizeChange, { params: { id }, body: { status } }),
    // Also after an error: a colleague may have decided, or the company has changed it again.
    onSettled: () => client.invalidateQueries({ queryKey: ['companies'] }),
    success: ({ size, countsFrom }) => ({
      title: countsFrom ? 'Team size approved' : 'Team size rejected',
      description: countsFrom
        ? `${companyName}: ${countText(size, ['person', 'people'])} from ${dayOf(countsFrom)} on.`
        : companyName,
    }),
    failure: failureToast('Error', 'Nothing was decided.'),
  })
}

export function useCreateCompany() {
  const client = useQueryClient()
  const refreshUser = useRefreshUser()
  return useMutationWithToasts({
    mutationFn: (body: NewCompany) => call(createCompany, { body }),
    onSuccess: (company) => {
      client.setQueryData(companyOf(company.id).queryKey, company)
      return refreshUser()
    },
    success: () => ({ title: 'Success!', description: 'Your company profile has been created.' }),
    failure: failureToast('Error', 'Failed to create company profile'),
  })
}

export const companyNotUpdated = 'Failed to update company profile'

export function useEditCompany(id: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: CompanyChanges) => call(editCompany, { params: { id }, body }),
    onSuccess: (company) => {
      client.setQueryData(companyOf(id).queryKey, company)
      return Promise.all(
        [teamSizesOf(id), teamSizeChangeOf(id)].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      )
    },
    success: () => ({ title: 'Success', description: 'Company profile updated successfully' }),
    // The form gives the reason; the toast has the specified text.
    failure: () => ({ title: 'Error', description: companyNotUpdated }),
  })
}

/** For administrators, from the company table. */
export function useTeamSizeChange({ id, name }: Pick<CompanyRow, 'id' | 'name'>) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (teamSize: number) => call(editCompany, { params: { id }, body: { teamSize } }),
    onSuccess: () =>
      Promise.all(['companies', 'leaderboard'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
    success: ({ teamSize }) => ({
      title: 'Team size changed',
      description: `${name}: ${countText(teamSize, ['person', 'people'])} from now on.`,
    }),
    failure: failureToast('Failed to change the team size', 'Nothing was changed.'),
  })
}

/** For administrators, who may also assign a reserved name. */
export function useCompanyRename({ id }: Pick<CompanyRow, 'id'>) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (name: string) => call(editCompany, { params: { id }, body: { name } }),
    onSuccess: () =>
      Promise.all(['companies', 'leaderboard'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
    success: ({ name }) => ({ title: 'Company renamed', description: name }),
    failure: failureToast('Failed to rename the company', 'Nothing was changed.'),
  })
}

/** All companies, for administrators. */
export const companyList = queryOptions({
  queryKey: ['companies', 'list'],
  queryFn: () => call(listCompanies, {}),
})

/** The administrators' table; keeps the previous rows as a placeholder. */
export const companyTable = (view: ListView) =>
  queryOptions({
    queryKey: ['companies', 'table', view],
    queryFn: async () => ({ ...(await callPage(listCompanyRows, { query: asPage(view) })), q: view.q }),
    placeholderData: keepPreviousData,
  })

/** One company of that table; null if there is none. */
export const companyDetails = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'details', id],
    queryFn: (): Promise<CompanyDetails | null> => call(readCompanyDetails, { params: { id } }).catch(nullIfMissing),
  })

export const mailsPerPage = 5

/** Emails to a company, newest first. */
export const companyMails = (id: string, page: number) =>
  queryOptions({
    queryKey: ['mail', 'companies', id, page],
    queryFn: () => callPage(listCompanyMails, { params: { id }, query: pageQuery(page, mailsPerPage) }),
    placeholderData: keepPreviousData,
    // A new email is not announced, only its sending.
    staleTime: 0,
  })

const statusChanges = {
  hide: { body: { hidden: true }, done: 'Hidden from the leaderboard' },
  show: { body: { hidden: false }, done: 'Back on the leaderboard' },
  disable: { body: { disabled: true }, done: 'Company disabled' },
  enable: { body: { disabled: false }, done: 'Company enabled' },
}
type StatusChange = { company: CompanyRow; change: keyof typeof statusChanges }

export function useCompanyStatus() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ company: { id }, change }: StatusChange) =>
      call(setCompanyStatus, { params: { id }, body: statusChanges[change].body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['companies'] }),
    success: (_, { company, change }) => ({ title: statusChanges[change].done, description: company.name }),
    failure: failureToast('Error', 'Failed to update company'),
  })
}

export const useCompanyPasswordReset = () =>
  useMutationWithToasts({
    mutationFn: ({ company: { id }, password }: { company: CompanyRow; password: string }) =>
      call(resetCompanyPassword, { params: { id }, body: { password } }),
    success: (_, { company }) => ({
      title: 'Password Updated',
      description: `${company.name} signs in with the new password from now on.`,
    }),
    failure: failureToast('Error', 'Failed to update password'),
  })
