import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type PDFDocument from 'pdfkit'
import { projectFolder } from '#server/platform/project.ts'
import type { Face } from './theme.ts'
import { toPlainFont } from './woff.ts'

const families: Record<Face, { family: 'bricolage-grotesque' | 'figtree'; weight: number }> = {
  display: { family: 'bricolage-grotesque', weight: 800 },
  heading: { family: 'bricolage-grotesque', weight: 700 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
}

/** A face comes in files for parts of the alphabet; a letter is looked for in this order. */
const parts = ['latin', 'latin-ext'] as const

export type FontPart = { name: string; has(codePoint: number): boolean }
export type Fonts = Record<Face, FontPart[]>

const loaded = new Map<string, Buffer>()

/** Kept for the next report that this process draws. */
function loadFont(family: string, part: string, weight: number): Buffer {
  const file = `@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`
  const known = loaded.get(file)
  if (known) return known
  const { resolve } = createRequire(join(projectFolder(), 'package.json'))
  const font = toPlainFont(readFileSync(resolve(file)))
  loaded.set(file, font)
  return font
}

/**
 * The product's type, of the packages with one weight per file: the library can neither cut the used letters out of a woff2 file nor
 * take a weight out of a variable font that is one.
 */
export function registerFonts(doc: PDFDocument): Fonts {
  const register = (face: Face): FontPart[] => {
    const { family, weight } = families[face]
    return parts.map((part) => {
      const name = `${face}-${part}`
      const { font } = doc.registerFont(name, loadFont(family, part, weight)).font(name)._font
      return { name, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
    })
  }
  return {
    display: register('display'),
    heading: register('heading'),
    text: register('text'),
    strong: register('strong'),
  }
}
