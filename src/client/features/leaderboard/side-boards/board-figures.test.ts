import { expect, test } from 'vitest'
import { changeText } from './board-figures.ts'

test('a change has a sign unless it is too small to be seen', () => {
  expect([0.5, -0.125, 0, 0.0004, -0.0004].map(changeText)).toEqual(['+50%', '−12.5%', '0%', '0%', '0%'])
})
