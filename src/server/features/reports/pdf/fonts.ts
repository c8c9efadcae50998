import type PDFDocument from 'pdfkit'
import { type FontFile, fontParts, readPlainFont } from '#server/platform/fonts/plain-font.ts'
import { otherAlphabets } from './other-alphabets.ts'
import type { Face } from './theme.ts'

const families: Record<Face, Pick<FontFile, 'family' | 'weight'>> = {
  display: { family: 'bricolage-grotesque', weight: 800 },
  heading: { family: 'bricolage-grotesque', weight: 700 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
}

type FontPart = { name: string; has(codePoint: number): boolean }
/** Returns a font that contains all characters of a grapheme. */
type FindFont = (face: Face, grapheme: string) => string | undefined

const loaded = new Map<string, Buffer>()

/** Caches the font for the next report of this process. */
function loadFont(name: string, file: FontFile): Buffer {
  const font = loaded.get(name) ?? readPlainFont(file)
  loaded.set(name, font)
  return font
}

/**
 * Loads the product's fonts from packages with a single weight per file. The library can neither subset a woff2 font
 * nor extract a weight from a variable woff2 font. Files for other alphabets load on demand.
 */
export function createFonts(doc: PDFDocument): { findFont: FindFont; standardFont: (face: Face) => string } {
  const registered = new Map<string, FontPart>()

  function register(file: FontFile): FontPart {
    const name = `${file.family}-${file.part}-${file.weight}`
    const known = registered.get(name)
    if (known) return known
    const { font } = doc.registerFont(name, loadFont(name, file)).font(name)._font
    const created = { name, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
    registered.set(name, created)
    return created
  }

  return {
    standardFont: (face) => register({ ...families[face], part: fontParts[0] }).name,
    findFont(face, grapheme) {
      const codePoints = [...grapheme].map((character) => character.codePointAt(0) ?? 0)
      const hasAll = (part: FontPart) => codePoints.every((codePoint) => part.has(codePoint))
      const productFont = fontParts.map((part) => register({ ...families[face], part })).find(hasAll)
      if (productFont) return productFont.name
      for (const other of otherAlphabets) {
        for (const part of other.partsWith(codePoints)) {
          const weight = families[face].weight > 400 ? other.boldWeight : 400
          const font = register({ family: other.family, part, weight })
          if (hasAll(font)) return font.name
        }
      }
      return undefined
    },
  }
}
