import { expect, test } from 'vitest'
import { findPeriodFault, readPeriodChoice, toPeriodQuery, toSearch } from './period-choice.ts'

test('a period in the address is read as it was written', () => {
  for (const choice of [
    { preset: 'today' },
    { preset: 'week' },
    { preset: 'challenge' },
    { range: { from: '2026-06-01', to: '2026-06-07' } },
  ] as const) {
    expect(readPeriodChoice(toSearch(choice))).toEqual(choice)
  }
  expect(toSearch({ preset: 'challenge' })).toBe('')
})

test('what is not a period is the whole challenge', () => {
  for (const search of [
    '?period=never',
    '?from=2026-06-01',
    '?from=2026-06-07&to=2026-06-01',
    '?from=2026-02-30&to=2026-03-01',
    '?from=yesterday&to=today',
    '?from=2020-01-01&to=2026-01-01',
  ]) {
    expect([search, readPeriodChoice(search)]).toEqual([search, { preset: 'challenge' }])
  }
})

test('a week begins on Monday and ends today', () => {
  const week = (today: string) => toPeriodQuery({ preset: 'week' }, today)

  // A Wednesday, a Monday, a Sunday, and one whose Monday is in the year before.
  expect(week('2026-06-03')).toEqual({ from: '2026-06-01', to: '2026-06-03' })
  expect(week('2026-06-01')).toEqual({ from: '2026-06-01', to: '2026-06-01' })
  expect(week('2026-06-07')).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(week('2027-01-01')).toEqual({ from: '2026-12-28', to: '2027-01-01' })
  expect(toPeriodQuery({ preset: 'today' }, '2026-06-03')).toEqual({ from: '2026-06-03', to: '2026-06-03' })
  expect(toPeriodQuery({ preset: 'challenge' }, '2026-06-03')).toEqual({})
})

test('a range that cannot be shown says why', () => {
  const fault = (from: string, to: string) => findPeriodFault({ from, to })

  expect(fault('2026-06-01', '2026-06-01')).toBeUndefined()
  expect(fault('2026-06-02', '2026-06-01')).toBe('The period ends before it begins.')
  expect(fault('', '2026-06-01')).toBe('Choose a first and a last day.')
  expect(fault('2026-01-01', '2027-01-01')).toBeUndefined()
  expect(fault('2026-01-01', '2027-01-02')).toBe('A period has at most 366 days.')
})
