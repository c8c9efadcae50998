import { expect, test } from 'vitest'
import type { Task } from '#contract/tasks/endpoints.ts'
import { groupByDay, isFinished, orderTasks, putTodayFirst } from './task-days.ts'

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

test('a task to try again comes before all days, also a closed one', () => {
  const [sentBack, other] = [
    { id: 'sent back', state: 'closed' },
    { id: 'other', state: 'open' },
  ].map((task) => ({ ...task, date: dates[3] }) as Task) as [Task, Task]
  const progress = { done: new Set([sentBack.id]), again: new Set([sentBack.id]) }

  expect(orderTasks([other, sentBack], now, progress.again)).toEqual([
    { key: 'again', name: 'Try again', tasks: [sentBack] },
    { key: '2026-11-15', name: 'Yesterday', tasks: [other] },
  ])
  expect(isFinished(sentBack, progress)).toBe(false)
  expect(isFinished(sentBack, { ...progress, again: new Set() })).toBe(true)
  expect(isFinished({ ...other, state: 'closed' }, progress)).toBe(true)
  expect(isFinished(other, progress)).toBe(false)
})
