import { expect, test } from 'vitest'
import { byInitial } from './by-initial.ts'

const entry = (lastName: string) => ({
  id: lastName,
  firstName: 'Ada',
  lastName,
  companyName: null,
  code: 'ABC',
  checkedInAt: null,
})

test('names stand under their letter in the order people look them up, accents and case aside', () => {
  const groups = byInitial(['’t Hoen', 'Zwart', 'Dias', 'Álvarez', "d'Arcy", 'Abreu', 'Amaya', 'de Wit'].map(entry))

  expect(groups.map(({ initial, entries }) => [initial, entries.map(({ lastName }) => lastName)])).toEqual([
    ['A', ['Abreu', 'Álvarez', 'Amaya']],
    ['D', ["d'Arcy", 'de Wit', 'Dias']],
    ['T', ['’t Hoen']],
    ['Z', ['Zwart']],
  ])
})

test('a name without letters has a place too', () => {
  expect(byInitial([entry('12')])).toMatchObject([{ initial: '#' }])
})
