import { expect, test } from 'vitest'
import { rowOf } from './report.ts'
import { longestPause } from './writers.ts'

test('the longest pause counts from the fault to the end of the load, also when nothing was acknowledged', () => {
  expect(longestPause([900, 1_100, 1_200, 3_000, 3_100], 1_000, 3_500)).toBe(1_800)
  expect(longestPause([1_100, 1_200], 1_000, 4_000)).toBe(2_800)
  expect(longestPause([], 1_000, 6_000)).toBe(5_000)
})

test('a row names what was counted and the command that repeats it', () => {
  const counted = { acknowledged: 120, lost: 1, doubled: 2, failed: ['signup: 502 '] }
  const result = { ...counted, longestPauseMs: 1_449, readyMs: 12_000, verified: '', isVerified: true }

  expect(rowOf('kill-node', 'a node is killed', result)).toBe(
    '| a node is killed | 120 | 1 | 2 | 1 | 1.4 s | 12.0 s | – | `npm run test:faults -- kill-node` |',
  )
  expect(rowOf('x', 'mail', { ...result, mails: { lost: 3, doubled: 4 } })).toContain('| 3, 4 |')
})
