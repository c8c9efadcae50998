import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type LeaderboardEntry, leaderboardPageSize as pageSize } from '#contract/leaderboard/endpoints.ts'
import { leaderboardPage } from '../queries.ts'
import type { BoardChoice } from '../side-boards/board-choice.ts'

/** A company and its place in a list, counted from zero. */
export type LoadedRow = { place: number; entry: LeaderboardEntry }

/** A list is a part of what was asked for: those with a rank, or those without. */
export type ListPart = { choice: BoardChoice; q: string; start: number; count: number }

/** The rows of a list that are loaded. Pages with these places are fetched, and followed for as long as they are wanted. */
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

/** Pages arrive one after the other: of two places of a company, or two companies on a place, the newer page decides. */
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
