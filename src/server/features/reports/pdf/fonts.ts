import type PDFDocument from 'pdfkit'
import { type FontFile, fontParts, readPlainFont } from '#server/platform/fonts/plain-font.ts'
import type { Face } from './theme.ts'

const families: Record<Face, Pick<FontFile, 'family' | 'weight'>> = {
  display: { family: 'bricolage-grotesque', weight: 800 },
  heading: { family: 'bricolage-grotesque', weight: 700 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
}

export type FontPart = { name: string; has(codePoint: number): boolean }
export type Fonts = Record<Face, FontPart[]>

const loaded = new Map<string, Buffer>()

/** Kept for the next report that this process draws. */
function loadFont(file: FontFile): Buffer {
  const name = Object.values(file).join(' ')
  const font = loaded.get(name) ?? readPlainFont(file)
  loaded.set(name, font)
  return font
}

/**
 * The product's type, of the packages with one weight per file: the library can neither cut the used letters out of a woff2 file nor
 * take a weight out of a variable font that is one.
 */
export function registerFonts(doc: PDFDocument): Fonts {
  const register = (face: Face): FontPart[] => {
    const { family, weight } = families[face]
    return fontParts.map((part) => {
      const name = `${face}-${part}`
      const { font } = doc.registerFont(name, loadFont({ family, part, weight })).font(name)._font
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
