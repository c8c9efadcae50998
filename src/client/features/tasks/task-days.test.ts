import { expect, test } from 'vitest'
import type { Task } from '#contract/tasks/endpoints.ts'
import { groupByDay, orderTasks, putTodayFirst } from './task-days.ts'

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

test('a rejected task that is closed is not one to try again, one that was sent back is', () => {
  const [rejected, sentBack, closed] = [
    { id: 'rejected', state: 'open' },
    { id: 'sent back', state: 'closed' },
    { id: 'rejected, closed', state: 'closed' },
  ].map((task) => ({ ...task, date: dates[3] }) as Task) as [Task, Task, Task]
  const known = { done: new Set([sentBack.id]), unfinished: new Set([rejected.id, sentBack.id, closed.id]) }

  expect(orderTasks([closed, rejected, sentBack], now, known)).toEqual([
    { key: 'again', name: 'Try again', tasks: [rejected, sentBack] },
    { key: '2026-11-15', name: 'Yesterday', tasks: [closed] },
  ])
})
