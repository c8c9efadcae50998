import { expect, test } from 'vitest'
import { formatNumber } from './number-texts.ts'

const minutes = (count: number) => count * 60_000

test('a change has a sign unless it is too small to be seen', () => {
  expect([0.38, -0.124, 0, 0.004, -0.004].map((value) => formatNumber('change', value))).toEqual([
    ...['+38%', '−12%', '0%', '0%', '0%'],
  ])
})

test('a duration is written in the unit that people would use', () => {
  const shown = [minutes(0), minutes(59), minutes(60), minutes(150), minutes(47 * 60), minutes(72 * 60)]
  expect(shown.map((value) => formatNumber('duration', value))).toEqual([
    ...['0 min', '59 min', '1 h', '2.5 h', '47 h', '3 days'],
  ])
})

test('shares, amounts and what is missing have one form', () => {
  expect(formatNumber('share', 0.857)).toBe('86%')
  expect(formatNumber('count', 1234.56)).toBe('1,234.6')
  expect(formatNumber('count', -3)).toBe('−3')
  expect(formatNumber('points', null)).toBe('–')
})
