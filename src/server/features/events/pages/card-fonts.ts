import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type FontFile, fontParts, readPlainFont } from '#server/platform/fonts/plain-font.ts'

type CardFont = Pick<FontFile, 'family' | 'weight'> & { name: string }

/** `name`: the family as the files themselves give it, by which the drawing library finds them. */
export const cardFonts = {
  title: { family: 'bricolage-grotesque', weight: 800, name: 'Bricolage Grotesque ExtraBold' },
  text: { family: 'figtree', weight: 600, name: 'Figtree SemiBold' },
} satisfies Record<string, CardFont>

let registered: Promise<void> | undefined

/** Once for this process: a file that one text was drawn with serves every later one. */
export function registerCardFonts(): Promise<void> {
  registered ??= register().catch((error) => {
    registered = undefined
    throw error
  })
  return registered
}

async function register() {
  // The drawing library opens fonts by their path only, and whenever it needs one.
  const folder = mkdtempSync(join(tmpdir(), 'week-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const { family, weight } of Object.values(cardFonts))
    for (const part of fontParts) {
      const fontfile = join(folder, `${family}-${part}-${weight}.ttf`)
      writeFileSync(fontfile, readPlainFont({ family, part, weight }))
      await sharp({ text: { text: 'x', fontfile } }).toBuffer()
    }
}
