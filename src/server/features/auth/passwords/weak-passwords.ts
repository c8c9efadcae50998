import { dictionary } from '@zxcvbn-ts/language-common'
import { problems } from '#contract/problems.ts'
import { Problem } from '#server/platform/errors/problem.ts'

const common = new Set((dictionary['passwords-common'] ?? []).map(String))
const productWords = ['fddk', 'sportsweek', 'curacao', 'wellness', 'password']

/**
 * Refuses passwords that guessers try first: common ones, characters in a row, and words of this product or person
 * with a little decoration. It checks all the spellings below.
 */
export function refuseWeak(password: string, context: (string | null | undefined)[]) {
  const words = [...productWords, ...context.flatMap(wordsOf)]
  const isWeak = spellingsOf(password).some(
    (spelling) =>
      common.has(spelling) || new Set(spelling).size < 3 || isInARow(spelling) || isDecorated(spelling, words),
  )
  if (isWeak) throw new Problem('weak-password', { fields: { password: problems['weak-password'].sentence } })
}

/** A shorter stem is no evidence against the whole password. */
const shortestStem = 4

/**
 * The spellings that guessers try: without capitals and accents, without digits and signs around it, and with signs
 * read as letters.
 */
function spellingsOf(password: string): string[] {
  const plain = plainOf(password)
  const withoutEnd = /^.*\p{L}/su.exec(plain)?.[0] ?? ''
  const stems = [withoutEnd, withoutEnd.replace(/^[^\p{L}]+/u, '')].filter(({ length }) => length >= shortestStem)
  const spellings = [plain, ...stems]
  return [...new Set(spellings.flatMap((spelling) => [spelling, readSigns(spelling, 'i'), readSigns(spelling, 'l')]))]
}

const signs: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}

/** 1, ! and | stand for i or l. */
const readSigns = (text: string, upright: 'i' | 'l') =>
  text.replace(/[@48390$57+]/g, (sign) => signs[sign] ?? sign).replace(/[1!|]/g, upright)

/** Each character follows the one before it, upwards or downwards: `abcdefgh`, `98765432`. */
function isInARow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) === 1
}

/** A name or address as a whole, and each of its words. */
const wordsOf = (name: string | null | undefined) =>
  name ? [bare(name), ...name.split(/[^\p{L}\p{M}\p{N}]+/u).map(bare)] : []

const plainOf = (text: string) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')

/** Keeps letters and digits only: people decorate with case, accents, spaces and signs. */
const bare = (text: string) => plainOf(text).replace(/[^\p{L}\p{N}]/gu, '')

/** True if the password holds only such words, digits and at most two more letters. */
function isDecorated(password: string, words: string[]): boolean {
  const whole = bare(password)
  const longestFirst = words.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/\p{N}/gu, '').length < 3
}
