import { expect, test } from 'vitest'
import { fillArrivals, summarizeArrivals } from './arrivals.ts'

const arrival = (time: string, count: number, day = '2026-06-01') => ({ at: `${day}T${time}:00.000Z`, count })

test('a quarter of an hour without anyone is drawn as one', () => {
  const filled = fillArrivals([arrival('09:00', 3), arrival('09:45', 1)])

  expect(filled).toEqual([arrival('09:00', 3), arrival('09:15', 0), arrival('09:30', 0), arrival('09:45', 1)])
  expect(fillArrivals([])).toEqual([])
})

test('check-ins more than a day apart do not make a chart of emptiness', () => {
  const apart = [arrival('09:00', 3), arrival('09:00', 1, '2026-06-04')]

  expect(fillArrivals(apart)).toEqual(apart)
})

test('the busiest quarter of an hour is told', () => {
  const nameOf = (at: string) => at.slice(11, 16)

  expect(summarizeArrivals([arrival('09:00', 1), arrival('09:15', 4)], nameOf)).toBe('Most on 09:15: 4 people.')
  expect(summarizeArrivals([], nameOf)).toBe('No one has arrived yet.')
})
