import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, SessionEndReason } from '#contract/auth/endpoints.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { ApiProblem, get } from './api.ts'

export const currentUserKey = ['/api/auth/user'] as const

/** Nobody is an answer, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async (): Promise<CurrentUser | null> => {
    try {
      return await get<CurrentUser>('/auth/user')
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null
      throw error
    }
  },
})

/** `event` on an event's own pages only. */
type Boot = {
  user: CurrentUser | null
  signedOut?: SessionEndReason
  supportEmail?: string
  timeZone?: string
  event?: PublicEvent | null
  /** What came of a form that was sent without JavaScript. */
  submission?: PlainSubmission
}

/** The server writes who is signed in into the page, so that the first screen needs no second request. */
export function boot(): Boot | undefined {
  if (typeof document === 'undefined') return undefined
  const source = document.getElementById('boot')?.textContent
  return source ? (JSON.parse(source) as Boot) : undefined
}

export const useCurrentUser = () => useQuery(currentUserQuery)

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
