import { expect, test } from 'vitest'
import { gainsBetween, movesBetween, newsOf } from './movement.ts'

const board = (...names: string[]) =>
  names.map((name, index) => ({ id: name.toLowerCase(), name, rank: index + 1, points: 100 - index }))

const without = (name: string) => ({ id: name.toLowerCase(), name, rank: null, points: 0 })

test('overtaking names who moved up, not who was passed', () => {
  expect(newsOf(movesBetween(board('Ada', 'Bea', 'Cy'), board('Ada', 'Cy', 'Bea')))).toBe('Cy moved up to rank 2.')
})

test('the own company hears of itself first, also when it was passed', () => {
  const moves = movesBetween(board('Ada', 'Bea', 'Cy'), board('Ada', 'Cy', 'Bea'))

  expect(newsOf(moves, 'bea')).toBe('You moved down to rank 3. Cy moved up to rank 2.')
})

test('first points put a company on the board', () => {
  const moves = movesBetween([...board('Ada'), without('Bea')], board('Ada', 'Bea'))

  expect(newsOf(moves)).toBe('Bea entered the board on rank 2.')
})

test('lost points take the own company off the board', () => {
  expect(newsOf(movesBetween(board('Ada', 'Bea'), [...board('Ada'), without('Bea')]), 'bea')).toBe(
    'You left the board.',
  )
})

test('a crowd is counted after three names', () => {
  const before = board('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')
  const after = board('B', 'A', 'D', 'C', 'F', 'E', 'H', 'G')

  expect(newsOf(movesBetween(before, after))).toBe(
    'B moved up to rank 1. D moved up to rank 3. F moved up to rank 5. 1 more company moved up.',
  )
})

test('nothing moved, nothing is said', () => {
  expect(newsOf(movesBetween(board('Ada', 'Bea'), board('Ada', 'Bea')))).toBe('')
})

test('gains are told for those whose points changed, and not for newcomers', () => {
  const after = [...board('Ada', 'Bea').map((entry) => ({ ...entry, points: 100 })), without('Cy')]

  expect([...gainsBetween(board('Ada', 'Bea'), after)]).toEqual([['bea', 1]])
})

test('of a board of which only a part is known, nothing is said about companies that come into sight', () => {
  const moves = movesBetween(board('Ada', 'Bea', 'Cy'), board('Ada', 'Dee', 'Bea'), { isComplete: false })

  expect(newsOf(moves, 'bea')).toBe('You moved down to rank 3.')
})
