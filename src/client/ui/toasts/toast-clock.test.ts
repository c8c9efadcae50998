import { expect, test } from 'vitest'
import { afterTime, longestPause, timeUntilGone } from './toast-clock.ts'

const fresh = { left: 5_000, pause: longestPause }

test('a toast that nobody points at goes after its time', () => {
  expect(timeUntilGone(fresh, false)).toBe(5_000)
  expect(timeUntilGone(afterTime(fresh, false, 2_000), false)).toBe(3_000)
})

test('pointing at a toast stops its clock', () => {
  expect(afterTime(fresh, true, 4_000)).toEqual({ left: 5_000, pause: 6_000 })
})

test('a pointer that stays keeps a toast no longer than the longest pause', () => {
  expect(timeUntilGone(fresh, true)).toBe(15_000)
  const second = afterTime(afterTime(fresh, true, 9_000), false, 1_000)
  expect(timeUntilGone(second, true)).toBe(5_000)
  expect(afterTime(fresh, true, 12_000)).toEqual({ left: 3_000, pause: 0 })
})
