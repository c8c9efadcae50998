import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableOn } from './contrast.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('text on any chosen colour can be read', () => {
  fc.assert(
    fc.property(anyColour, (ground) => {
      expect(contrast(ground, readableOn(ground))).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 5000 },
  )
})

test('contrast follows the WCAG formula', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
