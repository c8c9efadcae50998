import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '../../contract/branding/contrast.ts'

const client = join(import.meta.dirname, '..')
const css = readFileSync(join(client, 'styles/tokens.css'), 'utf8')

const dark = css.slice(css.indexOf('\n  .dark {'))
const light = css.slice(0, css.indexOf('\n  .dark {'))
const declared = (block: string) =>
  new Map([...block.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))

const themes = {
  light: declared(light),
  dark: new Map([...declared(light), ...declared(dark)]),
}
type Theme = keyof typeof themes

function hex(theme: Theme, name: string): string {
  const value = themes[theme].get(name)
  const reference = value?.match(/^var\(--color-([\w-]+)\)$/)?.[1]
  if (reference) return hex(theme, reference)
  if (value && /^#[0-9a-f]{6}$/.test(value)) return value
  throw new Error(`${theme} theme: ${name} is ${value}, not a colour`)
}

const grounds = ['background', 'surface', 'raised', 'sunken']
const pairs: { on: string[]; least: number; what: string[] }[] = [
  { what: ['foreground', 'muted-foreground', 'link', 'primary-text'], on: grounds, least: 4.5 },
  { what: ['destructive', 'success', 'warning', 'info', 'points', 'calories'], on: grounds, least: 4.5 },
  { what: ['foreground', 'muted-foreground'], on: ['accent', 'border'], least: 4.5 },
  { what: ['primary-foreground'], on: ['primary', 'primary-hover'], least: 4.5 },
  { what: ['primary-text', 'foreground'], on: ['primary-soft'], least: 4.5 },
  { what: ['destructive-foreground'], on: ['destructive-solid'], least: 4.5 },
  ...['destructive', 'success', 'warning', 'info', 'points', 'calories'].map((tone) => ({
    what: [tone, 'foreground'],
    on: [`${tone}-soft`],
    least: 4.5,
  })),
  ...['success', 'warning', 'info'].map((tone) => ({ what: [`${tone}-foreground`], on: [tone], least: 4.5 })),
  { what: ['sidebar-foreground', 'sidebar-muted'], on: ['sidebar', 'sidebar-accent'], least: 4.5 },
  { what: ['sidebar-active'], on: ['sidebar', 'sidebar-accent'], least: 3 },
  { what: ['control', 'ring'], on: grounds, least: 3 },
  { what: ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'], on: ['surface', 'background'], least: 3 },
]

// Lanes and dividers are decoration; the overlay is translucent and carries no text.
const decoration = ['lane', 'overlay', 'sidebar-border']

const checks = (['light', 'dark'] as const).flatMap((theme) =>
  pairs.flatMap(({ what, on, least }) => what.flatMap((text) => on.map((ground) => ({ theme, text, ground, least })))),
)

test.each(checks)('$text can be read on $ground in the $theme theme', ({ theme, text, ground, least }) => {
  expect(contrast(hex(theme, text), hex(theme, ground))).toBeGreaterThanOrEqual(least)
})

test('every colour with a meaning is in a checked pair', () => {
  const checked = new Set(checks.flatMap(({ text, ground }) => [text, ground]))
  const meanings = [...declared(dark).keys()]

  expect(meanings.length).toBeGreaterThan(30)
  expect(meanings.filter((name) => !checked.has(name) && !decoration.includes(name))).toEqual([])
})

test('text and ground set together in the code can be read in both themes', () => {
  const found = usedTogether()

  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ theme, text, ground }) => contrast(hex(theme, text), hex(theme, ground)) < 4.5)).toEqual([])
})

/** Class names in one literal that set both a text and a ground colour, each as the given theme and state see them. */
function usedTogether() {
  const known = themes.light
  return sources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\n])*)\1/g)].flatMap(([, , literal = '']) => {
      const words = literal.split(/\s+/)
      const colour = (kind: string, prefix: string) =>
        words
          .map((word) => word.match(`^${prefix}${kind}-([a-z]+[a-z0-9-]*)$`)?.[1])
          .find((name) => name && known.has(name))
      // An element with the class `dark` is dark in both themes.
      const seen: Theme[] = words.includes('dark') ? ['dark'] : ['light', 'dark']
      return seen.flatMap((theme) => {
        const themed = (kind: string) => (theme === 'dark' && colour(kind, 'dark:')) || colour(kind, '')
        const resting = { text: themed('text'), ground: themed('bg') }
        const hovered = {
          text: colour('text', 'hover:') ?? resting.text,
          ground: colour('bg', 'hover:') ?? resting.ground,
        }
        return [resting, hovered].flatMap(({ text, ground }) =>
          text && ground && !decoration.includes(text)
            ? [{ file: file.slice(client.length), theme, text, ground }]
            : [],
        )
      })
    }),
  )
}

function sources() {
  return readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(client, name))
}
