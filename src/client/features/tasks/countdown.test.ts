import { expect, test } from 'vitest'
import { describeRemaining, untilNextText } from './countdown.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

test.each([
  [72 * hour, '3 days'],
  [48 * hour, '2 days'],
  [48 * hour - 1, '47 h 59 min'],
  [3 * hour + 12 * minute, '3 h 12 min'],
  [2 * hour, '2 h'],
  [hour - 1, '59 min'],
  [minute, '1 min'],
  [minute - 1, '59 s'],
  [1, '0 s'],
])('%i ms are described as %s', (remaining, text) => {
  expect(describeRemaining(remaining)).toBe(text)
})

test.each([
  50 * hour + 7,
  48 * hour,
  26 * hour + 30 * minute + 5,
  59 * minute + 59 * second,
  minute,
  12 * second + 345,
  400,
])('the text for %i ms stays the same until it is written anew', (remaining) => {
  const wait = untilNextText(remaining)

  expect(wait).toBeGreaterThan(0)
  expect(describeRemaining(remaining - wait + 1)).toBe(describeRemaining(remaining))
  if (remaining > wait) expect(describeRemaining(remaining - wait)).not.toBe(describeRemaining(remaining))
})
