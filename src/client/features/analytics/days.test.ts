import { expect, test } from 'vitest'
import { daysUntil } from './days.ts'

const day = (name: string, approved = 1) => ({ day: name, approved, rejected: 0 })

test('quiet days are shown too, and the last one is today', () => {
  const shown = daysUntil('2026-03-02', [day('2026-02-27', 3), day('2026-03-01')])

  expect(shown.map(({ day }) => day)).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(shown.map(({ approved }) => approved)).toEqual([0, 0, 0, 3, 0, 1, 0])
})

test('never more than two weeks, and a week before anything happened', () => {
  expect(daysUntil('2026-03-30', [day('2026-03-01'), day('2026-03-30')])).toHaveLength(14)
  expect(daysUntil('2026-03-30', [])).toHaveLength(7)
})
