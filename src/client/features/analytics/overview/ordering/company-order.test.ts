import { expect, test } from 'vitest'
import type { CompanyAnalyticsRow } from '#contract/analytics/endpoints.ts'
import { companyNumbers, findCompanies } from './company-order.ts'

const row = (name: string, points: number, momentum: number | null): CompanyAnalyticsRow => ({
  ...{ id: name, name, teamSize: 5, points, calories: points * 2, momentum },
  proofs: { pending: 1, approved: points, rejected: 0 },
  ...{ activeDays: points, completion: null, consistency: points / 100, peopleReached: null },
})

const rows = [row('Divi Tree', 30, -0.5), row('Curaçao Café', 10, null), row('Anker', 30, 0.25), row('Boka', 20, 2)]
const namesOf = (view: { q?: string; sort?: string }) =>
  findCompanies(rows, { q: '', sort: '-points', ...view }).map(({ name }) => name)

test('companies are ordered by any number, those alike by name', () => {
  expect(namesOf({})).toEqual(['Anker', 'Divi Tree', 'Boka', 'Curaçao Café'])
  expect(namesOf({ sort: 'points' })).toEqual(['Curaçao Café', 'Boka', 'Anker', 'Divi Tree'])
  expect(namesOf({ sort: '-name' })).toEqual(['Divi Tree', 'Curaçao Café', 'Boka', 'Anker'])
  for (const { name } of companyNumbers) expect(namesOf({ sort: `-${name}` })).toHaveLength(4)
})

test('a company without the number is last, whichever way', () => {
  expect(namesOf({ sort: '-momentum' })).toEqual(['Boka', 'Anker', 'Divi Tree', 'Curaçao Café'])
  expect(namesOf({ sort: 'momentum' })).toEqual(['Divi Tree', 'Anker', 'Boka', 'Curaçao Café'])
})

test('a search finds every word, with or without accents', () => {
  expect(namesOf({ q: 'cafe CURACAO' })).toEqual(['Curaçao Café'])
  expect(namesOf({ q: 'tree café' })).toEqual([])
})
