import { expect, test } from 'vitest'
import { definitions } from './definitions.ts'
import {
  completion,
  consistency,
  eventFunnel,
  findThirds,
  median,
  momentum,
  p90,
  peopleReached,
  reach,
  streak,
  taskSuccess,
} from './formulas.ts'
import { addDays, listDays } from './period.ts'

test('every number has a name of its own, a formula and a sentence', () => {
  const all = Object.values(definitions)

  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, formula, sentence } of all) {
    expect([name, formula.length > 0, sentence.endsWith('.')]).toEqual([name, true, true])
  }
})

test('reach and consistency are shares; without anything to divide by there is none', () => {
  expect([reach(3, 12), reach(0, 12), reach(0, 0)]).toEqual([0.25, 0, 0])
  expect([consistency(2, 8), consistency(0, 0)]).toEqual([0.25, null])
  expect([taskSuccess(3, 1), taskSuccess(0, 0)]).toEqual([0.75, null])
})

test('people reached are a share of a team of at least five, and never more than all of it', () => {
  const reached = (devices: number, teamSize: number) => peopleReached({ devices, accounts: 1 }, teamSize)

  expect([reached(2, 12), reached(4, 5), reached(6, 5)]).toEqual([0.25, 1, 1])
  expect([reached(1, 4), reached(3, 4)]).toEqual([null, null])
  expect(reached(0, 50), 'one account may upload for everybody').toBe(null)
})

test('completion is never more than all, also where an archived task was done at the second try', () => {
  expect([completion(2, 4), completion(5, 4), completion(1, 0)]).toEqual([0.5, 1, null])
})

test('momentum compares the last third of the days with the first', () => {
  expect([momentum(10, 30), momentum(30, 15)]).toEqual([2, -0.5])
  // Seven days: two and two, and the three in the middle do not count.
  expect(findThirds({ from: '2026-06-01', to: '2026-06-07' }, '2026-06-08')).toEqual({
    first: { from: '2026-06-01', to: '2026-06-02' },
    last: { from: '2026-06-06', to: '2026-06-07' },
  })
})

test('there is no momentum in two days, and none from nothing', () => {
  expect(findThirds({ from: '2026-06-01', to: '2026-06-02' }, '2026-06-08')).toBeUndefined()
  expect([momentum(0, 9), momentum(-5, 9)]).toEqual([null, null])
})

test('no day that is not over is part of a trend, wherever the period ends', () => {
  const week = { from: '2026-06-01', to: '2026-06-07' }
  for (let today = '2026-05-28'; today < '2026-06-12'; today = addDays(today, 1)) {
    const thirds = findThirds(week, today)
    const compared = thirds ? [...listDays(thirds.first), ...listDays(thirds.last)] : []

    expect(compared.every((day) => day < today && day <= week.to)).toBe(true)
    expect(new Set(compared).size).toBe(compared.length)
    expect([today, thirds !== undefined]).toEqual([today, today >= '2026-06-04'])
  }
  expect(findThirds({ from: '2026-07-01', to: '2026-07-31' }, '2026-06-04')).toBeUndefined()
})

test('a streak goes up to the last day, which may still be empty', () => {
  expect(streak([true, false, true, true])).toBe(2)
  expect(streak([true, false, true, true, false])).toBe(2)
  expect(streak([true, true, false, false])).toBe(0)
  expect([streak([]), streak([false]), streak([true])]).toEqual([0, 0, 1])
})

test('median and 90th percentile are those of the database', () => {
  expect([median([4, 1, 3]), median([4, 1]), median([])]).toEqual([3, 2.5, null])
  expect([p90([7]), p90([...Array(11).keys()])]).toEqual([7, 9])
})

test('no one is missing before the event has ended', () => {
  const counts = { pending: 2, approved: 7, rejected: 1, checkedIn: 4 }

  expect(eventFunnel(counts, false)).toEqual({
    ...{ registered: 10, approved: 7, checkedIn: 4, noShows: null },
    ...{ approvedShare: 0.7, attendance: 4 / 7 },
  })
  expect(eventFunnel(counts, true)).toMatchObject({ noShows: 3 })
})
