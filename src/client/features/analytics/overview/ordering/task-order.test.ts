import { expect, test } from 'vitest'
import type { TaskAnalytics } from '#contract/analytics/endpoints.ts'
import { taskSuccess } from '#contract/analytics/formulas.ts'
import { describeTask, orderTasks } from './task-order.ts'

const task = (title: string, approved: number, rejected: number, pending = 0): TaskAnalytics => ({
  ...{ id: title, title, isOpen: true, pointsReward: 10, caloriesBurned: 10, reach: 0 },
  proofs: { approved, rejected, pending },
  success: taskSuccess(approved, rejected),
})

test('tasks are ordered by success, and a rate of fewer than five decisions does not lead', () => {
  const tasks = [
    task('none', 0, 0, 2),
    task('half', 5, 5),
    task('once', 1, 0),
    task('often', 9, 0),
    task('five', 5, 0),
    task('failed', 0, 5),
    task('failed once', 0, 1),
  ]

  expect(orderTasks(tasks).map(({ title }) => title)).toEqual([
    ...['often', 'five', 'half', 'failed'],
    ...['once', 'failed once', 'none'],
  ])
})

test('a task says its success in words', () => {
  expect(describeTask(task('Run', 4, 2, 1))).toBe('Run: 67%, 4 of 6 reviewed proofs approved, 1 pending')
  expect(describeTask(task('Walk', 0, 0))).toBe('Walk: not reviewed yet')
})
