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
import { type BoardChoice, officialBoard } from './side-boards/board-choice.ts'

/** The official board is asked for without a word about it. */
const boardQuery = ({ board, division }: BoardChoice) => (board === 'official' ? {} : { board, division })

/** How large the board is, its totals and the own row; `q` counts only what is found. */
export const leaderboardSummary = (q = '', choice = officialBoard) =>
  queryOptions({
    queryKey: ['leaderboard', 'summary', q, choice],
    queryFn: () => call(readLeaderboardSummary, { query: { ...boardQuery(choice), q } }),
    meta: { isKeptOnDevice: q === '' && choice === officialBoard },
  })

/** A page of the board, or of what is found. Only pages on the screen are fetched again when the board changes. */
export const leaderboardPage = (page: number, q = '', choice = officialBoard) =>
  queryOptions({
    queryKey: ['leaderboard', 'page', q, page, choice],
    queryFn: () =>
      call(readLeaderboard, { query: { ...boardQuery(choice), q, limit: pageSize, offset: page * pageSize } }),
    meta: { isKeptOnDevice: page === 0 && q === '' && choice === officialBoard },
    // Without the first page a screen says what went wrong; in the middle of a list empty rows wait for the connection.
    ...(page > 0 ? { retry: (_failures: number, error: Error) => isUnreachable(error), retryDelay: 2_000 } : {}),
  })

const isUnreachable = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status === 503)

/** Why a company stands where it stands. Under the board's key: what moves the board renews the reasons. */
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
