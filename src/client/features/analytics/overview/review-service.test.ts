import { expect, test } from 'vitest'
import { describeReviews, nameTimes } from './review-service.ts'

const hour = 3_600_000
const describe = (decided: [number, number | null, number | null], waiting: [number, number | null]) =>
  describeReviews({
    decided: { proofs: decided[0], median: decided[1], p90: decided[2], times: [] },
    waiting: { proofs: waiting[0], median: null, p90: null, oldest: waiting[1] },
  })

test('the reviews are told with the time that half of them took and with what waits', () => {
  expect(describe([24, 2.5 * hour, 9 * hour], [6, 14 * hour])).toBe(
    'Half of 24 proofs were reviewed within 2.5 h, nine of ten within 9 h. 6 wait now, the oldest for 14 h.',
  )
  expect(describe([1, hour / 2, hour / 2], [1, 72 * hour])).toBe(
    '1 proof was reviewed after 30 min. 1 waits now, for 3 days.',
  )
  expect(describe([0, null, null], [0, null])).toBe('No proof was reviewed in this period. None waits now.')
})

test('groups of times are named by their ends', () => {
  const times = [1, 4, null].map((underHours, proofs) => ({ underHours, proofs }))

  expect(nameTimes(times).map(({ name }) => name)).toEqual(['Under 1 h', '1 to 4 h', '4 h or more'])
})
