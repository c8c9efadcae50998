import { expect, test } from 'vitest'
import { findMatches } from './find-matches.ts'

const marked = (text: string, typed: string) =>
  findMatches(text, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test.each([
  ['Lagoon Labs', 'lag', '[Lag]oon Labs'],
  ['Álvarez & Sons', 'alvarez', '[Álvarez] & Sons'],
  ['A\u0301lvarez', 'al', '[A\u0301l]varez'],
  ['Ada Lovelace', 'ada love', '[Ada Love]lace'],
  ['Lovelace, Ada', 'ada love', '[Love]lace, [Ada]'],
  ['banana', 'an', 'b[anan]a'],
  ['100% of 😀 fun', '😀', '100% of [😀] fun'],
  ['Straße', 'ss', 'Straße'],
  ['Ada', '', 'Ada'],
  ['Ada', 'zoe', 'Ada'],
])('%s, searched by “%s”, is marked as %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})
