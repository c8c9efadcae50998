import { expect, test } from 'vitest'
import { findDomain, pickTicks, pickValueLabels } from './scale.ts'

test('a scale always has zero on it, and room for what was deducted', () => {
  expect(findDomain([])).toEqual({ low: 0, high: 1 })
  expect(findDomain([0, 0])).toEqual({ low: 0, high: 1 })
  expect(findDomain([30, 80])).toEqual({ low: 0, high: 80 })
  expect(findDomain([-4, 80])).toEqual({ low: -4, high: 80 })
  expect(findDomain([-4])).toEqual({ low: -4, high: 0 })
})

test('labels below a chart never touch, and the last one is there', () => {
  expect([...pickTicks(7, 700, 50)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  // The last one is moved to the left, where the one before it would be.
  expect([...pickTicks(30, 300, 50)]).toEqual([29, 19, 14, 9, 4])
  expect([...pickTicks(366, 300, 50)]).toEqual([365, 243, 182, 121, 60])
  expect([...pickTicks(1, 0, 50)]).toEqual([0])
})

test('without room for every value the highest is written, and the last if it does not touch it', () => {
  expect([...pickValueLabels([1, 9, 4], 40, 30)]).toEqual([0, 1, 2])
  expect([...pickValueLabels([1, 9, 4, 0, 2], 10, 30)]).toEqual([1, 4])
  expect([...pickValueLabels([1, 2, 9, 4], 10, 30)]).toEqual([2])
  expect([...pickValueLabels([0, 0], 10, 30)]).toEqual([])
})
