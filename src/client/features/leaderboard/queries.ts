import { queryOptions } from '@tanstack/react-query'
import { ApiProblem, call } from '#client/platform/api.ts'
import {
  explainRank,
  leaderboardPageSize as pageSize,
  readLeaderboard,
  readLeaderboardSummary,
} from '#contract/leaderboard/endpoints.ts'

/** How large the board is, its totals and the own row; `q` counts only what is found. */
export const leaderboardSummary = (q = '') =>
  queryOptions({
    queryKey: ['leaderboard', 'summary', q],
    queryFn: () => call(readLeaderboardSummary, { query: { q } }),
  })

/** A page of the board, or of what is found. Only pages on the screen are fetched again when the board changes. */
export const leaderboardPage = (page: number, q = '') =>
  queryOptions({
    queryKey: ['leaderboard', 'page', q, page],
    queryFn: () => call(readLeaderboard, { query: { q, limit: pageSize, offset: page * pageSize } }),
    // Without the first page a screen says what went wrong; in the middle of a list empty rows wait for the connection.
    ...(page > 0 ? { retry: (_failures: number, error: Error) => isUnreachable(error), retryDelay: 2_000 } : {}),
  })

const isUnreachable = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status === 503)

/** Why a company stands where it stands. Under the board's key: what moves the board renews the reasons. */
export const rankExplanationOf = (id: string) =>
  queryOptions({
    queryKey: ['leaderboard', 'explanation', id],
    queryFn: () => call(explainRank, { params: { id } }),
  })
