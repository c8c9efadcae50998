import { plainText } from '#contract/text/matching.ts'

/** `at`: its place in the text. */
export type TextPart = { at: number; text: string; isMatch: boolean }

/** Splits a text at the typed text, or else at its words; ignores accents and capitals as the search does. */
export function findMatches(text: string, typed: string): TextPart[] {
  // A sign with its accents, because an accent on its own has no place in the plain text.
  const signs = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const plain = signs.map((sign) => plainText(sign))
  const whole = plain.join('')
  const phrase = plainText(typed).trim()
  if (!phrase) return [{ at: 0, text, isMatch: false }]
  const wanted = whole.includes(phrase) ? [phrase] : phrase.split(/\s+/)
  const marked = new Set(wanted.flatMap((word) => positionsOf(whole, word)))
  const parts: TextPart[] = []
  let at = 0
  for (const [nth, sign] of signs.entries()) {
    const isMatch = marked.has(at)
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += sign
    else parts.push({ at, text: sign, isMatch })
    at += plain[nth]?.length ?? 0
  }
  return parts
}

/** Every position that a match covers. */
function positionsOf(whole: string, word: string): number[] {
  const positions: number[] = []
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
    positions.push(...Array.from({ length: word.length }, (_, nth) => at + nth))
  return positions
}
