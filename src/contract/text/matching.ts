/** Matches texts that contain every typed word; ignores accents and capitals. */
export function matching(typed: string): (...texts: (string | null)[]) => boolean {
  const matches = matchingPlain(typed)
  return (...texts) => matches(plainText(texts.join('\n')))
}

/** The same for texts already passed through `plainText`, for repeated searches in thousands of them. */
export function matchingPlain(typed: string): (plain: string) => boolean {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return (plain) => words.every((word) => plain.includes(word))
}

/** Normalises text for search: no accents, lower case. */
export const plainText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII; it has no accents to take away.
  (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{Diacritic}/gu, '')).toLowerCase()
