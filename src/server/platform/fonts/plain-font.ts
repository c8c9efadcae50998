import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project.ts'
import { toPlainFont } from './woff.ts'

/** A face comes in files for parts of the alphabet; a letter is looked for in this order. */
export const fontParts = ['latin', 'latin-ext'] as const

export type FontFile = { family: string; part: string; weight: 400 | 600 | 700 | 800 }

const packageFile = (path: string) =>
  createRequire(join(projectFolder(), 'package.json')).resolve(`@fontsource/${path}`)

/** One weight of a family, as programs read it that know neither woff nor variable fonts. */
export const readPlainFont = ({ family, part, weight }: FontFile): Buffer =>
  toPlainFont(readFileSync(packageFile(`${family}/files/${family}-${part}-${weight}-normal.woff`)))

/** Which characters are in which file of a family, as style sheets say it: `U+0370-0377,U+037A`. */
export const readCharacterRanges = (family: string): Record<string, string> =>
  JSON.parse(readFileSync(packageFile(`${family}/unicode.json`), 'utf8'))
