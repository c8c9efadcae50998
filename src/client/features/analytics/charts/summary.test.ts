import { expect, test } from 'vitest'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { summarizeDays } from './summary.ts'

const summaryOf = (...values: number[]) =>
  summarizeDays(
    values.map((value, index) => ({ date: `2026-06-0${index + 1}`, value })),
    pointsText,
  )

test('a chart of days says in words which day was the best and how many were quiet', () => {
  expect(summaryOf(10, 40, 20)).toBe('Most on Tuesday 2 June: 40 points.')
  expect(summaryOf(0, 40, 0)).toBe('Most on Tuesday 2 June: 40 points. Nothing on 2 of 3 days.')
  expect(summaryOf(40, 40, 20)).toBe('Most on 2 days: 40 points.')
  expect(summaryOf(1, 1)).toBe('1 point on every day.')
  expect(summaryOf(60)).toBe('60 points on Monday 1 June.')
  expect(summaryOf(0, 0)).toBe('Nothing on any of these days.')
  expect(summaryOf()).toBe('Nothing on any of these days.')
})
