import { expect, test } from 'vitest'
import { groupThousands, joinNames } from './without-intl.ts'

test('numbers are written as Intl writes them', () => {
  const number = new Intl.NumberFormat('en')
  for (const value of [0, 7, 99, 100, 999, 1_000, 12_345, 123_456, 1_234_567, -5, -1_234]) {
    expect(groupThousands(value)).toBe(number.format(value))
  }
})

test('names are joined as Intl joins them', () => {
  const list = new Intl.ListFormat('en', { type: 'conjunction' })
  const names = ['One', 'Two & Sons', 'Three', 'Four']
  for (let count = 0; count <= names.length; count++) {
    expect(joinNames(names.slice(0, count))).toBe(list.format(names.slice(0, count)))
  }
})
