import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { boot, isKeptPage } from './boot.ts'
import { forgetAnswers } from './offline/kept-answers.ts'
import { ApiProblem } from './requests/api.ts'
import { currentUserKey } from './session/session.ts'
import { learnSignedOut } from './session/signed-out.ts'

/** A server that is busy for a moment says when to ask again; a screen that gave up would need somebody to press a button. */
const isBusy = (failures: number, error: Error) => error instanceof ApiProblem && error.status === 503 && failures < 3
const pauseAfter = (_failures: number, error: Error) =>
  Math.min(5_000, Math.max(1_000, error instanceof ApiProblem ? error.retryAfter : 0))

/** Never stale, no polling: the server says what changed, over the live stream. */
export function createQueryClient(): QueryClient {
  const signedOut = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'not-signed-in') leave(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    // Offline, a call fails at once and says so; by default it would wait in silence.
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: isBusy,
        retryDelay: pauseAfter,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  const page = boot()
  if (page && !isKeptPage()) client.setQueryData(currentUserKey, page.user)
  return client
}

/** Back to the landing page, and nothing of the person stays in memory. */
export function leave(client: QueryClient) {
  forgetAnswers()
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserKey[0] })
  const wasSignedIn = Boolean(client.getQueryData(currentUserKey))
  client.setQueryData(currentUserKey, null)
  if (wasSignedIn) void learnSignedOut()
}
