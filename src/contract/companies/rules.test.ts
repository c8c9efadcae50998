import { describe, expect, test } from 'vitest'
import { goalPercent, pointsTowardsGoal, teamSizeFrom } from './rules.ts'

describe("Today's Goal", () => {
  test('counts the points since the last full goal', () => {
    expect(goalPercent(40, 100)).toBe(40)
    expect(goalPercent(140, 100)).toBe(40)
    expect(pointsTowardsGoal(140, 100)).toBe(40)
  })

  test('is full at an exact multiple of the goal', () => {
    expect(goalPercent(100, 100)).toBe(100)
    expect(goalPercent(300, 100)).toBe(100)
    expect(pointsTowardsGoal(300, 100)).toBe(100)
  })

  test('is empty without points', () => {
    expect(goalPercent(0, 100)).toBe(0)
    expect(goalPercent(-30, 100)).toBe(0)
  })

  test('says 100 only when the goal is reached', () => {
    expect(goalPercent(2999, 3000)).toBe(99)
    expect(goalPercent(1, 3)).toBe(33)
  })

  test('survives a goal of zero', () => {
    expect(goalPercent(50, 0)).toBe(0)
  })
})

test('a team size that is no number or zero counts as one', () => {
  expect(['', 'many', '0', undefined, '12', '2.9', '1e3', '-4'].map(teamSizeFrom)).toEqual([
    1, 1, 1, 1, 12, 2, 1000, -4,
  ])
})
