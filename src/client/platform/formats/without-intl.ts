// For pages that are read before their script runs. The first use of `Intl` loads the language data of the browser, which takes a
// slow phone a tenth of a second.

/** A whole number as `Intl.NumberFormat('en')` writes it: 12,345. */
export const groupThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** As `Intl.ListFormat('en')` does: one, two, and three. */
export function joinNames(names: readonly string[]): string {
  const [first = '', second = ''] = names
  if (names.length < 3) return second ? `${first} and ${second}` : first
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}
