import { describe, expect, test } from 'vitest'
import { layoutGrid, stepVertically } from './grid-layout.ts'

const landscape = 4 / 3
const portrait = 3 / 4
const six = (ratio: number) => Array.from({ length: 6 }, () => ratio)

describe('the grid of a proof', () => {
  test.each([
    ['landscape photos', six(landscape)],
    ['portrait photos', six(portrait)],
    ['tall screenshots', six(9 / 19.5)],
    ['mixed ones', [landscape, portrait, landscape, portrait, 1, 16 / 9]],
    ['ten', Array.from({ length: 10 }, () => landscape)],
  ])('shows %s whole, in their own shape, inside the place', (_, ratios) => {
    const place = { width: 1040, height: 800 }
    const { rows, boxes } = layoutGrid(ratios, { ...place, rowHeight: 200 }, 12)

    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(ratios.length)
    let first = 0
    let height = 12 * (rows.length - 1)
    for (const count of rows) {
      const row = boxes.slice(first, first + count)
      expect(row.reduce((sum, box) => sum + box.width, 12 * (count - 1))).toBeLessThanOrEqual(place.width)
      expect(new Set(row.map((box) => box.height)).size).toBe(1)
      height += row[0]?.height ?? 0
      first += count
    }
    expect(height).toBeLessThanOrEqual(place.height)
    for (const [index, box] of boxes.entries()) expect(box.width / box.height).toBeCloseTo(ratios[index] ?? 0, 1)
  })

  test('uses a wide place for portraits with fewer rows than for landscapes', () => {
    const place = { width: 1040, height: 800, rowHeight: 200 }
    expect(layoutGrid(six(portrait), place, 12).rows).toEqual([3, 3])
    expect(layoutGrid(six(landscape), place, 12).rows).toEqual([2, 2, 2])
    expect(layoutGrid(six(9 / 19.5), { ...place, height: 400 }, 12).rows).toEqual([6])
  })

  test('on a phone the rows have a readable height and the page scrolls', () => {
    const { rows, boxes } = layoutGrid(six(landscape), { width: 359, rowHeight: 160 }, 8)
    expect(rows).toEqual([2, 2, 2])
    for (const { width } of boxes) expect(width).toBeGreaterThan(150)
  })
})

test('the arrow keys go to the nearest file of the row above or below', () => {
  expect(stepVertically([3, 3], 1, 1)).toBe(4)
  expect(stepVertically([3, 3], 4, -1)).toBe(1)
  expect(stepVertically([2, 1], 1, 1)).toBe(2)
  expect(stepVertically([1, 3], 0, 1)).toBe(2)
  expect(stepVertically([3, 3], 5, 1)).toBe(5)
  expect(stepVertically([3, 3], 0, -1)).toBe(0)
})
