import { expect, test } from 'vitest'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { summarizeDays } from './summary.ts'

const daysOf = (values: number[]) => values.map((value, index) => ({ date: `2026-06-0${index + 1}`, value }))
const summaryOf = (...values: number[]) => summarizeDays(daysOf(values), '2026-07-01', pointsText)
/** The last day is today. */
const summaryToday = (...values: number[]) => summarizeDays(daysOf(values), `2026-06-0${values.length}`, pointsText)

test('a chart of days says in words which day was the best and how many were quiet', () => {
  expect(summaryOf(10, 40, 20)).toBe('Most on Tuesday 2 June: 40 points.')
  expect(summaryOf(0, 40, 0)).toBe('Most on Tuesday 2 June: 40 points. Nothing on 2 of 3 days.')
  expect(summaryOf(40, 40, 20)).toBe('Most on 2 days: 40 points.')
  expect(summaryOf(1, 1)).toBe('1 point on every day.')
  expect(summaryOf(60)).toBe('60 points on Monday 1 June.')
  expect(summaryOf(0, 0)).toBe('Nothing on any of these days.')
  expect(summaryOf()).toBe('Nothing on any of these days.')
})

test('the day that is not over is told as such, and is no quiet day', () => {
  expect(summaryToday(10, 40, 0)).toBe('Most on Tuesday 2 June: 40 points.')
  expect(summaryToday(10, 40, 60)).toBe('Most on Tuesday 2 June: 40 points. 60 points so far on Wednesday 3 June.')
  expect(summaryToday(20, 20, 5)).toBe('20 points on every day. 5 points so far on Wednesday 3 June.')
  expect(summaryToday(0, 0, 5)).toBe('5 points so far on Wednesday 3 June.')
  expect(summaryToday(5)).toBe('5 points so far on Monday 1 June.')
  expect(summaryToday(0, 0)).toBe('Nothing on any of these days.')
})
