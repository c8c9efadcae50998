import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { ApiProblem, call } from '#client/platform/requests/api.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import type { DivisionBand } from '#contract/leaderboard/divisions.ts'
import {
  explainRank,
  listDivisions,
  leaderboardPageSize as pageSize,
  readLeaderboard,
  readLeaderboardSummary,
  setDivisions,
} from '#contract/leaderboard/endpoints.ts'
import { type BoardChoice, officialBoard } from './board-choice.ts'

/** The official board is the default, so it needs no parameters. */
const boardQuery = ({ board, division }: BoardChoice) => (board === 'official' ? {} : { board, division })

/** Size and totals of the board, and the reader's row; `q` limits the counts to the search. */
export const leaderboardSummary = (q = '', choice = officialBoard) =>
  queryOptions({
    queryKey: ['leaderboard', 'summary', q, choice],
    queryFn: () => call(readLeaderboardSummary, { query: { ...boardQuery(choice), q } }),
    meta: { isKeptOnDevice: q === '' && choice === officialBoard },
  })

/** A page of the board or of a search. Only pages on the screen are refetched when the board changes. */
export const leaderboardPage = (page: number, q = '', choice = officialBoard) =>
  queryOptions({
    queryKey: ['leaderboard', 'page', q, page, choice],
    queryFn: () =>
      call(readLeaderboard, { query: { ...boardQuery(choice), q, limit: pageSize, offset: page * pageSize } }),
    meta: { isKeptOnDevice: page === 0 && q === '' && choice === officialBoard },
    // The first page fails visibly; later pages retry while the connection is lost, with placeholder rows.
    ...(page > 0 ? { retry: (_failures: number, error: Error) => isUnreachable(error), retryDelay: 2_000 } : {}),
  })

const isUnreachable = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status === 503)

/** Explanation of a rank. Under the board's key, so that a change of the board invalidates it. */
export const rankExplanationOf = (id: string, board: BoardKind = 'official') =>
  queryOptions({
    queryKey: ['leaderboard', 'explanation', id, board],
    queryFn: () => call(explainRank, { params: { id }, query: board === 'official' ? {} : { board } }),
  })

export const divisionList = queryOptions({
  queryKey: ['leaderboard', 'divisions'],
  queryFn: () => call(listDivisions, {}),
})

export function useSetDivisions() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (divisions: DivisionBand[]) => call(setDivisions, { body: { divisions } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['leaderboard'] }),
    success: () => ({ title: 'Divisions saved', description: 'Every company is ranked in its new division.' }),
    failure: failureToast('Error', 'Failed to save the divisions'),
  })
}
