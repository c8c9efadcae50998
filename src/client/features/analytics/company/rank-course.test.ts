import { expect, test } from 'vitest'
import { describeRanks, findRankedRuns, isValley, pickRankLabels } from './rank-course.ts'

const describe = (...ranks: (number | null)[]) =>
  describeRanks(ranks.map((rank, index) => ({ date: `2026-06-0${index + 1}`, rank, points: rank === null ? 0 : 10 })))

test('the course of the rank is told in a sentence', () => {
  expect(describe(5, 3, 2)).toBe('From rank 5 to rank 2, the best so far.')
  expect(describe(5, 1, 2)).toBe('From rank 5 to rank 2; the best was rank 1 on Tuesday 2 June.')
  expect(describe(2, 1, 2)).toBe('At rank 2 again; the best was rank 1 on Tuesday 2 June.')
  expect(describe(null, 4, 4)).toBe('Rank 4 on every day with points.')
  expect(describe(null, 4)).toBe('Rank 4 on Tuesday 2 June.')
  expect(describe(3, null)).toBe('Last rank 3 on Monday 1 June; without points there is no rank.')
  expect([describe(), describe(null, null)]).toEqual(Array(2).fill('A rank comes with the first points.'))
})

test('a day without a rank interrupts the line', () => {
  expect(findRankedRuns([null, 3, 2, null, 1])).toEqual([[1, 2], [4]])
  expect(findRankedRuns([])).toEqual([])
})

test('without room for every rank the best is written, and the last if it does not touch it', () => {
  expect([...pickRankLabels([3, 1, 2], 40, 30)]).toEqual([0, 1, 2])
  expect([...pickRankLabels([3, 1, 2, 2, 2], 10, 30)]).toEqual([1, 4])
  expect([...pickRankLabels([3, 2, 1], 10, 30)]).toEqual([2])
  expect([...pickRankLabels([null, null], 10, 30)]).toEqual([])
})

test('a day is a valley where both days beside it have a better rank', () => {
  const ranks = [1, 1, 13, 8, null, 9, 4, 5]
  expect(ranks.flatMap((_, index) => (isValley(ranks, index) ? [index] : []))).toEqual([2])
})
