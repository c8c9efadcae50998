import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type LeaderboardEntry, leaderboardPageSize as pageSize } from '#contract/leaderboard/endpoints.ts'
import type { BoardChoice } from '../board-choice.ts'
import { leaderboardPage } from '../queries.ts'

/** A company and its index in a list. */
export type LoadedRow = { place: number; entry: LeaderboardEntry }

/** A section of the results: ranked companies, or those without a rank. */
export type ListPart = { choice: BoardChoice; q: string; start: number; count: number }

/** Loaded rows of a list. Subscribes to the pages that contain these places. */
export function useBoardRows({ choice, q, start, count }: ListPart, places: number[]): LoadedRow[] {
  const pages = [...new Set(places.map((place) => Math.floor((start + place) / pageSize)))]
  const key = pages.join()
  const combine = useCallback(
    (results: UseQueryResult<LeaderboardEntry[]>[]) => {
      const numbers = key.split(',').map(Number)
      const loaded = results.flatMap(({ data, dataUpdatedAt }, index) =>
        data ? [{ data, dataUpdatedAt, from: (numbers[index] ?? 0) * pageSize - start }] : [],
      )
      return rowsOf(loaded, count)
    },
    [key, start, count],
  )
  return useQueries({ queries: pages.map((page) => leaderboardPage(page, q, choice)), combine })
}

type LoadedPage = { data: LeaderboardEntry[]; dataUpdatedAt: number; from: number }

/** Pages arrive separately: for two places of a company, or two companies on a place, the newer page wins. */
export function rowsOf(pages: LoadedPage[], count: number): LoadedRow[] {
  const byId = new Map<string, LoadedRow>()
  for (const { data, from } of [...pages].sort((one, other) => one.dataUpdatedAt - other.dataUpdatedAt)) {
    for (const [index, entry] of data.entries()) {
      const place = from + index
      if (place >= 0 && place < count) byId.set(entry.id, { place, entry })
    }
  }
  return [...byId.values()].sort((one, other) => one.place - other.place)
}
