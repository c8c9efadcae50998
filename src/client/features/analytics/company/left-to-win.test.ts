import { expect, test } from 'vitest'
import { describeLeftToWin } from './left-to-win.ts'

const left = (points: number, openTasks: number, pointsLeft: number) =>
  describeLeftToWin({ date: '2026-06-01', points, dailyGoal: 100, openTasks, pointsLeft })

test('what is left to win is told beside the goal of the day', () => {
  expect(left(40, 3, 75)).toBe(
    '60 points to go until the daily goal of 100. 3 open tasks are worth 75 points, enough for it.',
  )
  expect(left(0, 1, 25)).toBe('100 points to go until the daily goal of 100. 1 open task is worth 25 points.')
  expect(left(99, 1, 1)).toBe('1 point to go until the daily goal of 100. 1 open task is worth 1 point, enough for it.')
  expect(left(120, 2, 50)).toBe('The daily goal of 100 is reached. 2 open tasks are worth 50 points.')
  expect(left(20, 0, 0)).toBe(
    '80 points to go until the daily goal of 100. No task is open: everything on offer is done or waits for a review.',
  )
})
