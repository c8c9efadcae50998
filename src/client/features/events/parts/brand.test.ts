import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '#contract/branding/contrast.ts'
import { brandStyle } from './brand.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('whatever colour was picked, text and edges in it can be seen in both themes', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const style = brandStyle(colour) as Record<string, string>
      const seen = (name: string, ground: string) => contrast(style[name] ?? '', ground)
      for (const part of ['brand', 'brand-fill', 'brand-fill-dark']) {
        expect(seen(`--on-${part}`, style[`--${part}`] ?? '')).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of ['#fbf6ee', '#fffdf9']) {
        expect(seen('--brand-text', ground)).toBeGreaterThanOrEqual(4.5)
        expect(seen('--brand-edge', ground)).toBeGreaterThanOrEqual(3)
      }
      for (const ground of ['#150c04', '#1d1208']) {
        expect(seen('--brand-text-dark', ground)).toBeGreaterThanOrEqual(4.5)
        expect(seen('--brand-edge-dark', ground)).toBeGreaterThanOrEqual(3)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a colour that can be seen stays as it was picked', () => {
  expect(brandStyle('#0C677B')).toMatchObject({ '--brand': '#0c677b', '--brand-text': '#0c677b' })
})

test('what is no colour becomes the ink of the product', () => {
  expect(brandStyle('red;')).toMatchObject({ '--brand': '#211100' })
})
