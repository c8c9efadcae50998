import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/api.ts'
import { explainStanding, readLeaderboard } from '#contract/leaderboard/endpoints.ts'

/** Every company, in the order of the board; those without points come last. */
export const leaderboardQuery = queryOptions({
  queryKey: ['leaderboard'],
  queryFn: () => call(readLeaderboard, {}),
})

/** Why a company stands where it stands. Under the board's key: what moves the board renews the reasons. */
export const standingOf = (id: string) =>
  queryOptions({
    queryKey: ['leaderboard', id],
    queryFn: () => call(explainStanding, { params: { id } }),
  })
