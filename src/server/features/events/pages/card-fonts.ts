import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type FontFile, fontParts, readPlainFont } from '#server/platform/fonts/plain-font.ts'

type CardFont = Pick<FontFile, 'family' | 'weight'> & { name: string }

/** `name` is the family name inside the font file, by which the drawing library finds it. */
export const cardFonts = {
  title: { family: 'bricolage-grotesque', weight: 800, name: 'Bricolage Grotesque ExtraBold' },
  text: { family: 'figtree', weight: 600, name: 'Figtree SemiBold' },
} satisfies Record<string, CardFont>

let registered: Promise<void> | undefined

/** Registers the fonts once per process; every later text reuses them. */
export function registerCardFonts(): Promise<void> {
  registered ??= register().catch((error) => {
    registered = undefined
    throw error
  })
  return registered
}

async function register() {
  // The drawing library opens fonts by path, at any time, so the files stay until the process exits.
  const folder = mkdtempSync(join(tmpdir(), 'week-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const { family, weight } of Object.values(cardFonts))
    for (const part of fontParts) {
      const fontfile = join(folder, `${family}-${part}-${weight}.ttf`)
      writeFileSync(fontfile, readPlainFont({ family, part, weight }))
      await sharp({ text: { text: 'x', fontfile } }).toBuffer()
    }
}
