/** Every word typed must be in the name; accents and capitals do not matter. */
export function matching<Entry extends { name: string }>(entries: Entry[], q: string): Entry[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ name }) => {
    const own = plain(name)
    return words.every((word) => own.includes(word))
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
