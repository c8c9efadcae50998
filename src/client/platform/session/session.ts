import { type QueryClient, QueryClientContext, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { CurrentUser, currentUser } from '#contract/auth/endpoints.ts'
import { boot } from '../boot.ts'
import { forgetAnswers } from '../offline/kept-answers.ts'
import { endShowingKept, isShownFromDevice, showKeptAnswers, withPatience } from '../offline/shown-from-device.ts'
import { ApiProblem, callUnparsed } from '../requests/api.ts'

export const currentUserKey = ['/api/auth/user'] as const

/** Null if nobody is signed in, which is not an error. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async ({ client }): Promise<CurrentUser | null> => {
    try {
      return await withPatience(callUnparsed<typeof currentUser>({ method: 'GET', path: '/auth/user' }, {}))
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) {
        forgetAnswers()
        return null
      }
      // Only without cached data, which is newer than stored answers.
      const isUnknown = client.getQueryData(currentUserKey) === undefined
      const kept = isUnknown && error instanceof ApiProblem && error.status === 0 ? showKeptAnswers(client) : undefined
      if (!kept) throw error
      client.setQueryData(currentUserKey, kept)
      return kept
    }
  },
})

export const useCurrentUser = () => useQuery(currentUserQuery)

/** The signed-in user from the cache, or from the HTML on a server-rendered page. */
export function useKnownUser(): CurrentUser | null | undefined {
  const client = useContext(QueryClientContext)
  return client ? client.getQueryData<CurrentUser | null>(currentUserKey) : boot()?.user
}

/** For screens that require a sign-in. */
export function useUser(): CurrentUser {
  const { data } = useCurrentUser()
  if (!data) throw new Error('shown without a user')
  return data
}

export function useRefreshUser() {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
}

/**
 * Confirms that the stored user is still signed in, then refetches everything. Throws without a network. For another
 * user it removes all cached data.
 */
export async function confirmShownUser(client: QueryClient): Promise<boolean> {
  if (!isShownFromDevice()) return true
  const before = client.getQueryData<CurrentUser | null>(currentUserKey)
  const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
  endShowingKept()
  const isSame = user !== null && user.id === before?.id
  if (isSame) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
  else client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
  return isSame
}
