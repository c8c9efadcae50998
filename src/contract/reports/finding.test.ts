import { expect, test } from 'vitest'
import { groupDays, mostDayRows } from './day-groups.ts'
import { writeCompanyFinding } from './finding.ts'
import type { ReportDay } from './numbers.ts'

const daysWith = (...points: number[]): ReportDay[] =>
  points.map((value, nth) => ({
    date: new Date(Date.UTC(2026, 5, 1 + nth)).toISOString().slice(0, 10),
    participation: value > 0 ? 1 : 0,
    proofs: 1,
    points: value,
    calories: value * 10,
  }))

const week = daysWith(10, 0, 20, 30, 0, 40, 20)
const acme = {
  name: 'Acme',
  points: 120,
  approved: 8,
  activeDays: 5,
  days: week,
  unfinishedDay: null,
  field: { companies: 23, points: 100 },
}

test('a company reads how it did beside the median of the others', () => {
  expect(writeCompanyFinding(acme)).toBe(
    'Acme earned 120 points on 5 of 7 days, 20% more than the median of 23 other companies.',
  )
  expect(writeCompanyFinding({ ...acme, points: 75 })).toContain('25% fewer than the median')
  expect(writeCompanyFinding({ ...acme, points: 100 })).toContain('as many as the median')
  expect(writeCompanyFinding({ ...acme, points: 1_000 })).toContain('where the median of 23 other companies is 100')
  expect(writeCompanyFinding({ ...acme, field: { companies: 5, points: 0 } })).toContain('is 0.')
})

test('a period with the day that is not over says so far', () => {
  expect(writeCompanyFinding({ ...acme, unfinishedDay: '2026-06-07', field: null })).toBe(
    'Acme earned 120 points on 5 of 7 days so far.',
  )
})

test('a company without others, without proofs, or of one day has a sentence too', () => {
  expect(writeCompanyFinding({ ...acme, field: null })).toBe('Acme earned 120 points on 5 of 7 days.')
  expect(writeCompanyFinding({ ...acme, name: 'A'.repeat(61), field: null })).toMatch(/^The company earned/)
  expect(writeCompanyFinding({ ...acme, approved: 0 })).toBe('Acme has no approved proof in this period yet.')
  expect(writeCompanyFinding({ ...acme, days: daysWith(1), points: 1, field: null })).toBe(
    'Acme earned 1 point on Monday 1 June.',
  )
})

test('a long period has rows of weeks that add up to its days', () => {
  const year = daysWith(...Array.from({ length: 366 }, (_, nth) => nth % 50))
  const groups = groupDays(year)

  expect(groupDays(week)).toEqual([])
  expect(groupDays(year.slice(0, mostDayRows))).toEqual([])
  expect(groups.length).toBeLessThanOrEqual(mostDayRows)
  expect(groups.reduce((sum, { points }) => sum + points, 0)).toBe(year.reduce((sum, { points }) => sum + points, 0))
  expect([groups[0]?.from, groups.at(-1)?.to]).toEqual([year[0]?.date, year.at(-1)?.date])
})
