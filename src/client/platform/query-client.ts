import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { boot, isKeptPage } from './boot.ts'
import { forgetAnswers } from './offline/kept-answers.ts'
import { ApiProblem } from './requests/api.ts'
import { currentUserKey } from './session/session.ts'
import { learnSignedOut } from './session/signed-out.ts'

/** Retries a busy server (503) after its `retryAfter`, so that nobody has to press Retry. */
const isBusy = (failures: number, error: Error) => error instanceof ApiProblem && error.status === 503 && failures < 3
const pauseAfter = (_failures: number, error: Error) =>
  Math.min(5_000, Math.max(1_000, error instanceof ApiProblem ? error.retryAfter : 0))

/** Never stale, no polling: the live stream announces changes. */
export function createQueryClient(): QueryClient {
  const signedOut = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'not-signed-in') leave(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    // Offline calls fail at once; the library's default would pause them silently.
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

/** Clears the cache and returns to the landing page. */
export function leave(client: QueryClient) {
  forgetAnswers()
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserKey[0] })
  const wasSignedIn = Boolean(client.getQueryData(currentUserKey))
  client.setQueryData(currentUserKey, null)
  if (wasSignedIn) void learnSignedOut()
}
