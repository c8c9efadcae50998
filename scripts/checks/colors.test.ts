import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandColors } from '../../src/contract/branding/branding.ts'

/** The brand's colors in any notation, and the weights of WCAG's luminance. */
const spelled = new RegExp(
  [brandColors.ink, brandColors.flame].flatMap(notations).concat(String.raw`0\.21_?26\b`).join('|'),
  'i',
)
const homes = ['contract/branding/branding.ts', 'contract/branding/contrast.ts', 'client/styles/tokens.css']

function notations(hex: string): string[] {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [`(#|%23|0x)${hex.slice(1)}`, String.raw`\b${channels.join(String.raw`,?\s+`)}\b`]
}

const isProduct = (file: string) =>
  /\.(ts|tsx|css|html|js)$/.test(file) && !/\.test\.tsx?$|(^|\/)testing/.test(file) && !homes.includes(file)

test('the colors of the brand are written in one file and in the tokens, and contrast is computed in one', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isProduct)

  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => spelled.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
  expect(homes.every((file) => spelled.test(readFileSync(`src/${file}`, 'utf8')))).toBe(true)
})

test.each([
  `const ink = '${brandColors.ink.toUpperCase()}'`,
  `fill="%23${brandColors.flame.slice(1)}"`,
  'color: rgb(255 102 0 / 50%)',
  'background: rgb(33, 17, 0)',
  'return 0.2126 * red',
])('a file that says %s is found', (fault) => {
  expect(fault).toMatch(spelled)
})
