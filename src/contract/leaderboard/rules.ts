type Total = { points: number; reachedAt: string | null }
type Comparable = { id: string; name: string; reachedAt: string | null }

/** The values that companies are compared by; without a score there is no rank. */
type Score = { score: number | null; reachedAt: string | null }

/** The sort key of a company; it also orders equal ranks. */
export type OrderKey = Score & { name: string; id: string }

/** Without a score `reachedAt` is dropped, so that all of them are equal. */
export const orderKeyOf = ({ reachedAt, name, id }: Comparable, score: number | null): OrderKey => ({
  score,
  reachedAt: score === null ? null : reachedAt,
  name: name.toLowerCase(),
  id,
})

/** The score of the official board. */
export const pointsScore = ({ points }: Pick<Total, 'points'>): number | null => (points > 0 ? points : null)

/**
 * The official order. Negative: the first total ranks higher, by more points or, at equal points, by reaching them
 * earlier. Zero: both share the rank. In SQL: `companies/official-rank-store.ts`.
 */
export function compareTotals<Moment extends string | number>(
  points: number,
  reachedAt: Moment | null,
  otherPoints: number,
  otherReachedAt: Moment | null,
): number {
  if (points !== otherPoints) return otherPoints - points
  if (reachedAt === otherReachedAt) return 0
  if (reachedAt === null) return 1
  return otherReachedAt === null || reachedAt < otherReachedAt ? -1 : 1
}

/** The same for scores of any board. Companies without a score come last and are equal. */
export function compareScores(one: Score, other: Score): number {
  if (one.score === null || other.score === null) return Number(one.score === null) - Number(other.score === null)
  return compareTotals(one.score, one.reachedAt, other.score, other.reachedAt)
}

/** The order of a whole board: companies of equal rank, and companies without one, are ordered by name. */
export function compareKeys(one: OrderKey, other: OrderKey): number {
  return compareScores(one, other) || compareText(one.name, other.name) || compareText(one.id, other.id)
}

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
