import { expect, test } from 'vitest'
import { matching } from './matching.ts'

test.each([
  ['', true],
  ['alvarez', true],
  ['ÁLVAREZ', true],
  ['reef cafe', true],
  ['cafe álvarez', true],
  ['reef mill', false],
])('%j is looked for in every word, without accents and capitals', (typed, expected) => {
  expect(matching(typed)('Álvarez & Sons', null, 'Café at the Reef')).toBe(expected)
})

test('a word is never found across two texts', () => {
  expect(matching('sonsreef')('Sons', 'Reef')).toBe(false)
})
