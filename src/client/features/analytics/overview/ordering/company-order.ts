import type { NumberName } from '#contract/analytics/definitions.ts'
import type { CompanyAnalyticsRow } from '#contract/analytics/endpoints.ts'

type Row = CompanyAnalyticsRow

/** The columns of numbers, by the name of their order. */
export const companyNumbers: { name: string; number: NumberName; read: (row: Row) => number | null }[] = [
  { name: 'points', number: 'points', read: (row) => row.points },
  { name: 'calories', number: 'calories', read: (row) => row.calories },
  { name: 'approved', number: 'approvedProofs', read: (row) => row.proofs.approved },
  { name: 'pending', number: 'pendingProofs', read: (row) => row.proofs.pending },
  { name: 'rejected', number: 'rejectedProofs', read: (row) => row.proofs.rejected },
  { name: 'activeDays', number: 'activeDays', read: (row) => row.activeDays },
  { name: 'completion', number: 'completion', read: (row) => row.completion },
  { name: 'consistency', number: 'consistency', read: (row) => row.consistency },
  { name: 'momentum', number: 'momentum', read: (row) => row.momentum },
  { name: 'peopleReached', number: 'peopleReached', read: (row) => row.peopleReached },
]

/** Strips accents and case, so that "curacao" finds "Curaçao". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Filters by all words of the name and sorts; companies without the number come last in both directions. */
export function findCompanies(rows: Row[], { q, sort }: { q: string; sort: string }): Row[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  const found = rows.filter(({ name }) => words.every((word) => plain(name).includes(word)))
  const isDescending = sort.startsWith('-')
  const column = companyNumbers.find(({ name }) => name === sort.replace(/^-/, ''))
  const byName = (one: Row, other: Row) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id)
  if (!column) return found.toSorted((one, other) => (isDescending ? byName(other, one) : byName(one, other)))
  return found.toSorted((one, other) => {
    const [a, b] = [column.read(one), column.read(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(one, other)
    return (isDescending ? b - a : a - b) || byName(one, other)
  })
}
