import { QueryClientContext, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { CurrentUser, currentUser } from '#contract/auth/endpoints.ts'
import { boot } from '../boot.ts'
import { ApiProblem, callUnparsed } from '../requests/api.ts'

export const currentUserKey = ['/api/auth/user'] as const

/** Nobody is an answer, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async (): Promise<CurrentUser | null> => {
    try {
      return await callUnparsed<typeof currentUser>({ method: 'GET', path: '/auth/user' }, {})
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null
      throw error
    }
  },
})

export const useCurrentUser = () => useQuery(currentUserQuery)

/** Who is signed in, as far as this page knows; also on a page that the server rendered and that has no query client. */
export function useKnownUser(): CurrentUser | null | undefined {
  const client = useContext(QueryClientContext)
  return client ? client.getQueryData<CurrentUser | null>(currentUserKey) : boot()?.user
}

/** For screens that are only shown to somebody signed in. */
export function useUser(): CurrentUser {
  const { data } = useCurrentUser()
  if (!data) throw new Error('shown without a user')
  return data
}

export function useRefreshUser() {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
}
