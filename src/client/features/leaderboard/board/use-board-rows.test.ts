import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { rowsOf } from './use-board-rows.ts'

const entry = (name: string): LeaderboardEntry => ({
  ...{ id: name, name, logoUrl: null, brandingColor: '#211100' },
  ...{ points: 10, rank: 1, caloriesBurned: 0, reachedAt: null },
})
const page = (from: number, dataUpdatedAt: number, ...names: string[]) => ({
  from,
  dataUpdatedAt,
  data: names.map(entry),
})
const describeRows = (rows: ReturnType<typeof rowsOf>) => rows.map(({ place, entry }) => `${place} ${entry.name}`)

test('rows of several pages are on their places, and only those of the list', () => {
  const pages = [page(-1, 1, 'Leads', 'Ada', 'Bea'), page(2, 1, 'Cy', 'Dee', 'Eve')]

  expect(describeRows(rowsOf(pages, 4))).toEqual(['0 Ada', '1 Bea', '2 Cy', '3 Dee'])
})

test('a company that passed from one page to the other is shown once, where the newer page has it', () => {
  const pages = [page(0, 2, 'Ada', 'Cy'), page(2, 1, 'Cy', 'Dee')]

  expect(describeRows(rowsOf(pages, 4))).toEqual(['0 Ada', '1 Cy', '3 Dee'])
})
