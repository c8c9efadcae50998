import { expect, test } from 'vitest'
import { completeWebAddress } from './web-address.ts'

test.each([
  ['www.youtube.com/watch?v=1', 'https://www.youtube.com/watch?v=1'],
  [' youtu.be/abc ', 'https://youtu.be/abc'],
  ['youtube.com', 'https://youtube.com'],
  ['https://youtu.be/abc', 'https://youtu.be/abc'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['not an address', 'not an address'],
  ['video', 'video'],
  ['', ''],
])('%j becomes %j', (typed, address) => {
  expect(completeWebAddress(typed)).toBe(address)
})
