import { expect, test } from 'vitest'
import { amount, caloriesText, percentText, pointsText, signed } from './amounts.ts'

test('odd totals read as people say them', () => {
  expect([0, 1, -1, 2, -1200].map(pointsText)).toEqual(['0 points', '1 point', '−1 point', '2 points', '−1,200 points'])
  expect([0, 1, 50].map(caloriesText)).toEqual(['0 calories', '1 calorie', '50 calories'])
  expect([amount(-5), signed(-5), signed(5)]).toEqual(['−5', '−5', '+5'])
})

test('a percent sign follows its number directly', () => {
  expect([0, 0.5, 1].map(percentText)).toEqual(['0%', '50%', '100%'])
})
