import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project.ts'
import { toPlainFont } from './woff.ts'

/** A font comes in files per part of the alphabet; glyphs are searched in this order. */
export const fontParts = ['latin', 'latin-ext'] as const

export type FontFile = { family: string; part: string; weight: 400 | 600 | 700 | 800 }

const packageFile = (path: string) =>
  createRequire(join(projectFolder(), 'package.json')).resolve(`@fontsource/${path}`)

/** One weight of a family, for programs that read neither woff nor variable fonts. */
export const readPlainFont = ({ family, part, weight }: FontFile): Buffer =>
  toPlainFont(readFileSync(packageFile(`${family}/files/${family}-${part}-${weight}-normal.woff`)))

/** The characters of each file of a family, in CSS notation: `U+0370-0377,U+037A`. */
export const readCharacterRanges = (family: string): Record<string, string> =>
  JSON.parse(readFileSync(packageFile(`${family}/unicode.json`), 'utf8'))
