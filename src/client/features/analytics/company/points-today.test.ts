import { expect, test } from 'vitest'
import { describeToday } from './points-today.ts'

test('the points of today stand beside those that are still open', () => {
  expect(describeToday({ points: 40, openTasks: 3, pointsLeft: 75 })).toBe(
    '40 points today so far. 3 open tasks are worth 75 points.',
  )
  expect(describeToday({ points: 0, openTasks: 1, pointsLeft: 1 })).toBe(
    'No points today yet. 1 open task is worth 1 point.',
  )
  expect(describeToday({ points: 20, openTasks: 0, pointsLeft: 0 })).toBe(
    '20 points today so far. No task is open: everything is done or waiting for a review.',
  )
})
