// For server-rendered pages: the first use of `Intl` loads language data, which takes a slow phone a tenth of a
// second.

/** Formats an integer like `Intl.NumberFormat('en')`: 12,345. */
export const groupThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** Joins like `Intl.ListFormat('en')`: one, two, and three. */
export function joinNames(names: readonly string[]): string {
  const [first = '', second = ''] = names
  if (names.length < 3) return second ? `${first} and ${second}` : first
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}
