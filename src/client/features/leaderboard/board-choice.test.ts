import { expect, test } from 'vitest'
import { choiceIn } from './board-choice.ts'

test.each([
  ['', { board: 'official' }],
  ['board=per-person', { board: 'per-person' }],
  ['board=division&division=1-49', { board: 'division', division: '1-49' }],
  ['board=improved&division=1-49', { board: 'improved' }],
  ['board=nonsense', { board: 'official' }],
])('?%s is a choice of a board', (query, choice) => {
  expect(choiceIn(new URLSearchParams(query))).toEqual(choice)
})
