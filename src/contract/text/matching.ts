/** Whether every word typed is in the texts; accents and capitals do not matter. */
export function matching(typed: string): (...texts: (string | null)[]) => boolean {
  const matches = matchingPlain(typed)
  return (...texts) => matches(plainText(texts.join('\n')))
}

/** The same for texts that went through `plainText` already, where thousands are searched again and again. */
export function matchingPlain(typed: string): (plain: string) => boolean {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return (plain) => words.every((word) => plain.includes(word))
}

/** Letters as people look them up: without accents, in one case. */
export const plainText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII; it has no accents to take away.
  (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{Diacritic}/gu, '')).toLowerCase()
