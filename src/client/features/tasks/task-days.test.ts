import { expect, test } from 'vitest'
import type { Task } from '#contract/tasks/endpoints.ts'
import { groupByDay, putTodayFirst } from './task-days.ts'

// Curaçao is four hours behind Greenwich: the second task belongs to the 16th there.
const now = Date.parse('2026-11-16T12:00:00Z')
const dates = ['2026-11-18T10:00:00Z', '2026-11-17T03:00:00Z', '2026-11-16T10:00:00Z', '2026-11-15T10:00:00Z']
const tasks = dates.map((date) => ({ id: date, date }) as Task)

test('tasks of today come before planned ones, and the newest date comes first among the others', () => {
  expect(groupByDay(putTodayFirst(tasks, now), now)).toMatchObject([
    { name: 'Today', tasks: [{ id: dates[1] }, { id: dates[2] }] },
    { key: '2026-11-18', tasks: [{ id: dates[0] }] },
    { name: 'Yesterday', tasks: [{ id: dates[3] }] },
  ])
})
