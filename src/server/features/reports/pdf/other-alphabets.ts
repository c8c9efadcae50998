import { readCharacterRanges } from '#server/platform/fonts/plain-font.ts'

type Alphabet = {
  family: string
  /** Families with many thousand characters come in a single weight. */
  boldWeight: 400 | 700
  /** Returns the family's files that contain all of these characters. */
  partsWith(codePoints: number[]): string[]
}

/** Fallback fonts for names with characters outside the product's type, in the order of their use. */
export const otherAlphabets: Alphabet[] = [
  // Covers Greek, Cyrillic, Vietnamese and Devanagari.
  alphabet('noto-sans', 700),
  alphabet('noto-sans-arabic', 700),
  alphabet('noto-sans-hebrew', 700),
  alphabet('noto-sans-thai', 700),
  // Covers simplified and traditional Chinese, and Japanese.
  alphabet('chocolate-classical-sans', 400),
  // Covers Korean.
  alphabet('gowun-dodum', 400),
  alphabet('noto-emoji', 700),
]

function alphabet(family: string, boldWeight: Alphabet['boldWeight']): Alphabet {
  let parts: [name: string, ranges: Range[]][] | undefined
  return {
    family,
    boldWeight,
    partsWith(codePoints) {
      parts ??= Object.entries(readCharacterRanges(family)).map(([name, text]) => [
        name.replace(/[[\]]/g, ''),
        parseRanges(text),
      ])
      return parts.filter(([, ranges]) => codePoints.every((one) => isIn(ranges, one))).map(([name]) => name)
    },
  }
}

type Range = [first: number, last: number]

const parseRanges = (text: string): Range[] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

const isIn = (ranges: Range[], codePoint: number) =>
  ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
