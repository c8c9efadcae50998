type Total = { points: number; reachedAt: string | null }
type Comparable = Total & { id: string; name: string }

/** What decides the place of a company: the order among equal ranks included. */
export type OrderKey = { points: number; reachedAt: string | null; name: string; id: string }

/** Without points nothing was reached, and all of them are equal. */
export const orderKeyOf = ({ points, reachedAt, name, id }: Comparable): OrderKey => ({
  points: Math.max(points, 0),
  reachedAt: points > 0 ? reachedAt : null,
  name: name.toLowerCase(),
  id,
})

/**
 * Most points first; on equal points whoever reached them first, by the submission that took them there. What is equal by then
 * shares the rank.
 */
export function compareTotals(one: Total, other: Total): number {
  if (one.points !== other.points) return other.points - one.points
  if (one.reachedAt === other.reachedAt) return 0
  if (one.reachedAt === null) return 1
  return other.reachedAt === null || one.reachedAt < other.reachedAt ? -1 : 1
}

/** The order of the whole board: companies on the same rank, and those without one, stand by name. */
export function compareKeys(one: OrderKey, other: OrderKey): number {
  return compareTotals(one, other) || compareText(one.name, other.name) || compareText(one.id, other.id)
}

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

/** Takes entries already in order. Companies without points have no rank. */
export function withRanks<T extends Total>(ordered: T[]): (T & { rank: number | null })[] {
  let rank = 0
  return ordered.map((entry, index) => {
    const above = ordered[index - 1]
    if (!above || compareTotals(above, entry) !== 0) rank = index + 1
    return { ...entry, rank: entry.points > 0 ? rank : null }
  })
}
