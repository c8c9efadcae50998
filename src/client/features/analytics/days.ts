import type { ProofSummary } from '#contract/proofs/endpoints.ts'

type Day = ProofSummary['days'][number]

const oneDay = 24 * 3_600_000
const fewest = 7
const most = 14

/** Every day up to today, quiet ones included, from the first decision on; at least a week. */
export function daysUntil(today: string, known: Day[]): Day[] {
  const end = Date.parse(`${today}T00:00:00Z`)
  const first = Math.min(...known.map(({ day }) => Date.parse(`${day}T00:00:00Z`)), end)
  const count = Math.min(most, Math.max(fewest, Math.round((end - first) / oneDay) + 1))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(end - (count - 1 - index) * oneDay).toISOString().slice(0, 10)
    return known.find((other) => other.day === day) ?? { day, approved: 0, rejected: 0 }
  })
}
