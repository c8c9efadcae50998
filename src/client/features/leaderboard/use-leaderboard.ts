import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import type { LeaderboardEntry, LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { officialBoard } from './board-choice.ts'
import { leaderboardPage, leaderboardSummary } from './queries.ts'

/** The summary and the first rows. During a search the previous results stay. */
export function useLeaderboard(q = '', choice = officialBoard) {
  const summary = useQuery(leaderboardSummary(q, choice))
  const first = useQuery(leaderboardPage(0, q, choice))
  const summaryError = useRetainedError(summary)
  const firstError = useRetainedError(first)
  const [shownQ, setShownQ] = useState(q)
  const isLoaded = summary.data !== undefined && first.data !== undefined
  if (isLoaded && shownQ !== q) setShownQ(q)
  const shownSummary = useQuery(leaderboardSummary(shownQ, choice))
  const shownFirst = useQuery(leaderboardPage(0, shownQ, choice))
  return {
    q: shownQ,
    summary: shownSummary.data,
    first: shownFirst.data,
    error: isLoaded ? null : (summaryError ?? firstError),
    isFetching: summary.isFetching || first.isFetching,
    updatedAt: shownFirst.dataUpdatedAt,
    refetch: () => void Promise.all([summary, first].map((query) => query.error && query.refetch())),
  }
}

/** Entries known without paging: the first rows, and the reader's. */
export type KnownEntries = { entries: LeaderboardEntry[]; isComplete: boolean }

export function useKnownEntries(
  first: LeaderboardEntry[] | undefined,
  summary: LeaderboardSummary | undefined,
): KnownEntries | undefined {
  return useMemo(() => {
    if (!first || !summary) return undefined
    const ownEntry = summary.own?.entry
    const entries = ownEntry && !first.some(({ id }) => id === ownEntry.id) ? [...first, ownEntry] : first
    return { entries, isComplete: first.length >= summary.totals.companies }
  }, [first, summary])
}
