import { expect, test } from 'vitest'
import type { Task } from '#contract/tasks/endpoints.ts'
import { copyTasks, listSources, mondayOf, targetOf } from './copy-tasks.ts'
import { parseTasks } from './parse-tasks.ts'

const task = (title: string, opensAt: string, more: Partial<Task> = {}): Task => ({
  id: title,
  title,
  description: 'Walk five kilometres together',
  youtubeUrl: null,
  pointsReward: 25,
  caloriesBurned: 300,
  date: opensAt,
  opensAt,
  closesAt: null,
  state: 'open',
  closingChangedAt: null,
  previousClosesAt: null,
  createdAt: opensAt,
  ...more,
})

// The newest first, as the server sends them. Curaçao is four hours behind Greenwich.
const tasks = [
  task('Sunday', '2026-11-16T03:00:00Z'),
  task('Tuesday', '2026-11-10T10:00:00Z', { closesAt: '2026-11-12T03:59:00Z' }),
  task('Monday', '2026-11-09T10:00:00Z', { opensAt: null }),
]

// Commas differ between versions of ICU.
test('weeks and days that have tasks can be copied, by the days of the event', () => {
  expect(listSources(tasks).map(({ label, from, to }) => [label.replace(',', ''), from, to])).toEqual([
    ['Week of Monday 9 November 2026 (3 tasks)', '2026-11-09', '2026-11-15'],
    ['Sunday 15 November 2026 (1 task)', '2026-11-15', '2026-11-15'],
    ['Tuesday 10 November 2026 (1 task)', '2026-11-10', '2026-11-10'],
    ['Monday 9 November 2026 (1 task)', '2026-11-09', '2026-11-09'],
  ])
})

test('a week is copied to the week of any day in it, at the same times, the first task first', () => {
  const [week] = listSources(tasks)
  if (!week) throw new Error('no week')

  const copied = parseTasks(copyTasks(week, targetOf(week, '2026-11-25')), new Date('2026-11-16T12:00:00Z'))

  expect(copied.map(({ title, opensAt, closesAt, errors }) => [title, opensAt, closesAt, errors])).toEqual([
    ['Monday', '2026-11-23T04:00:00.000Z', null, []],
    ['Tuesday', '2026-11-24T10:00:00.000Z', '2026-11-26T03:59:00.000Z', []],
    ['Sunday', '2026-11-30T03:00:00.000Z', null, []],
  ])
})

test('a day is copied to exactly the day that is chosen', () => {
  const day = listSources(tasks).find(({ from, to }) => from === to && from === '2026-11-10')
  if (!day) throw new Error('no day')

  const [copied] = parseTasks(copyTasks(day, targetOf(day, '2026-11-20')), new Date('2026-11-16T12:00:00Z'))

  expect(copied).toMatchObject({ opensAt: '2026-11-20T10:00:00.000Z', closesAt: '2026-11-22T03:59:00.000Z' })
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})
