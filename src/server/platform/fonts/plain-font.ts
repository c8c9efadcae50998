import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project.ts'
import { toPlainFont } from './woff.ts'

/** A face comes in files for parts of the alphabet; a letter is looked for in this order. */
export const fontParts = ['latin', 'latin-ext'] as const

export type FontFile = {
  family: 'bricolage-grotesque' | 'figtree'
  part: (typeof fontParts)[number]
  weight: 400 | 600 | 700 | 800
}

/** One weight of the product's type, as programs read it that know neither woff nor variable fonts. */
export function readPlainFont({ family, part, weight }: FontFile): Buffer {
  const { resolve } = createRequire(join(projectFolder(), 'package.json'))
  return toPlainFont(readFileSync(resolve(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`)))
}
