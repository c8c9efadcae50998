/** Whether every word typed is in the texts; accents and capitals do not matter. */
export function matching(typed: string): (...texts: (string | null)[]) => boolean {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return (...texts) => {
    const own = plain(texts.join('\n'))
    return words.every((word) => own.includes(word))
  }
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
