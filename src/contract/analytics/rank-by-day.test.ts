import { expect, test } from 'vitest'
import { rankByDay } from './rank-by-day.ts'

/** Points of each day from the first on. */
const steps = (...points: number[]) => ({
  days: [...points.keys()].filter((day) => points[day] !== 0),
  points: points.filter((each) => each !== 0),
})
const ranks = (own: number[], ...others: number[][]) =>
  rankByDay(
    steps(...own),
    others.map((each) => steps(...each)),
    { firstDay: 0, dayCount: own.length },
  ).map(({ rank }) => rank)

test('the rank of a day follows from the points of all days up to it', () => {
  expect(ranks([10, 0, 30], [20, 0, 0], [5, 30, 0])).toEqual([2, 3, 1])
})

test('of as many points the earlier day is ahead, and on the same day the rank is shared', () => {
  expect(ranks([0, 20], [20, 0], [20, 0])).toEqual([null, 3])
  expect(ranks([20, 0], [20, 0], [0, 20])).toEqual([1, 1])
})

test('without points there is no rank, also after they were reversed', () => {
  expect(ranks([0, 5, -5], [1, 0, 0])).toEqual([null, 1, null])
  expect(rankByDay({ days: [], points: [] }, [], { firstDay: 0, dayCount: 2 })).toEqual(
    Array(2).fill({ rank: null, points: 0 }),
  )
})

test('points from before the first day count, those after the last do not', () => {
  const own = { days: [11, 21, 22], points: [10, 5, 1] }
  expect(rankByDay(own, [{ days: [18, 22], points: [12, 9] }], { firstDay: 20, dayCount: 2 })).toEqual([
    { rank: 2, points: 10 },
    { rank: 1, points: 15 },
  ])
})
