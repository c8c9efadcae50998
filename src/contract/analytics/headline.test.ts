import { expect, test } from 'vitest'
import { writeChallengeHeadline } from './headline.ts'

const headlineOf = (points: number[], [activeCompanies, companies]: [number, number], today = '2026-06-20') =>
  writeChallengeHeadline({
    ...{ companies, activeCompanies, points: sum(points), today },
    days: points.map((each, index) => ({ date: `2026-06-0${index + 1}`, points: each })),
  })

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

test('before anything happened the headline says what is missing', () => {
  expect(headlineOf([0, 0], [0, 0])).toBe('No company takes part yet.')
  expect(headlineOf([0, 0], [0, 14])).toBe('No company has an approved proof in this period yet.')
  expect(headlineOf([0], [0, 14])).toBe('No company has an approved proof on Monday 1 June yet.')
  expect(headlineOf([0, 40], [0, 14])).toBe(
    'No company has an approved proof in this period yet; 40 points come from adjustments.',
  )
})

test('one day is told with its date', () => {
  expect(headlineOf([320], [5, 14])).toBe('5 of 14 companies took part on Monday 1 June and earned 320 points.')
  expect(headlineOf([1], [1, 1])).toBe('The only company took part on Monday 1 June and earned 1 point.')
})

test('two days are told with the better one', () => {
  expect(headlineOf([120, 200], [14, 14])).toBe(
    'All 14 companies took part and earned 320 points; the best day was Tuesday 2 June with 200.',
  )
  expect(headlineOf([160, 160], [2, 14])).toBe('2 of 14 companies took part and earned 320 points.')
})

test('a full week says how the points went from its first third to its last', () => {
  expect(headlineOf([40, 60, 0, 0, 0, 68, 70], [12, 14])).toBe(
    '12 of 14 companies took part and earned 238 points; points grew 38% from 1–2 Jun to 6–7 Jun.',
  )
  expect(headlineOf([50, 50, 9, 9, 9, 40, 35], [12, 14])).toBe(
    '12 of 14 companies took part and earned 202 points; points fell 25% from 1–2 Jun to 6–7 Jun.',
  )
  expect(headlineOf([50, 9, 50], [3, 14])).toContain('points stayed level from 1 Jun to 3 Jun.')
  expect(headlineOf([10, 9, 125], [3, 14])).toContain('3 Jun brought 13 times the points of 1 Jun.')
})

test('a week that began with nothing is told with its best day', () => {
  expect(headlineOf([0, 0, 10, 0, 30, 5, 0], [2, 9])).toBe(
    '2 of 9 companies took part and earned 45 points; the best day was Friday 5 June with 30.',
  )
})

test('a company whose points were all deducted again has earned nothing', () => {
  expect(headlineOf([10, -20], [1, 9])).toBe('1 of 9 companies took part; the best day was Monday 1 June with 10.')
})

test('the day that is not over is told as so far, and is part of no trend', () => {
  expect(headlineOf([50, 50, 9, 9, 9, 40, 35, 6], [12, 14], '2026-06-08')).toBe(
    '12 of 14 companies took part and earned 208 points; points fell 25% from 1–2 Jun to 6–7 Jun. Monday 8 June has brought 6 points so far.',
  )
  expect(headlineOf([10, 30, 0], [3, 14], '2026-06-03')).toBe(
    '3 of 14 companies took part and earned 40 points; the best day was Tuesday 2 June with 30.',
  )
  expect(headlineOf([10, 30, 90], [3, 14], '2026-06-03')).toBe(
    '3 of 14 companies took part and earned 130 points. Wednesday 3 June has brought 90 points so far.',
  )
  expect(headlineOf([40, 20], [3, 14], '2026-06-02')).toBe(
    '3 of 14 companies took part and earned 60 points. Tuesday 2 June has brought 20 points so far.',
  )
  expect(headlineOf([320], [5, 14], '2026-06-01')).toBe(
    '5 of 14 companies took part on Monday 1 June and earned 320 points so far.',
  )
})
