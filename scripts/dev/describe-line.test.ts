import { expect, test } from 'vitest'
import { describeLine } from './describe-line.mjs'

test('in development a line of the log is read by eye', () => {
  const time = new Date(2026, 10, 19, 9, 5, 7).getTime()
  const entry = { level: 40, time, pid: 7, hostname: 'here', ms: 12, kinds: ['a', 'b'], msg: 'a slow request' }

  expect(describeLine(JSON.stringify(entry))).toBe('09:05:07 WARN  a slow request ms=12 kinds=["a","b"]')
})

test('the stack of an error stands below its line', () => {
  const time = new Date(2026, 10, 19, 9, 5, 7).getTime()
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at file.ts:1:1' }

  const described = describeLine(JSON.stringify({ level: 50, time, err, msg: 'a defect' }))

  expect(described).toBe('09:05:07 ERROR a defect\nError: no\n    at file.ts:1:1')
})

test('what is no line of the log stays as it is', () => {
  expect(['  Sports Week is running at …', '', '{"a":1}', '12', 'null'].map((line) => describeLine(line))).toEqual([
    '  Sports Week is running at …',
    '',
    '{"a":1}',
    '12',
    'null',
  ])
})
