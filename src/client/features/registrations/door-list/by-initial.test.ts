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

test('names stand under their letter, accents and case aside, and nobody is lost', () => {
  const groups = byInitial(['Abreu', 'Álvarez', "d'Or", 'Dias', 'Østergaard', '’t Hoen', '1st'].map(entry))

  expect(groups.map(({ initial, entries }) => [initial, entries.map(({ lastName }) => lastName)])).toEqual([
    ['A', ['Abreu', 'Álvarez']],
    ['D', ["d'Or", 'Dias']],
    ['Ø', ['Østergaard']],
    ['T', ['’t Hoen']],
    ['S', ['1st']],
  ])
})

test('a name without letters has a place too', () => {
  expect(byInitial([entry('12')])).toMatchObject([{ initial: '#' }])
})
