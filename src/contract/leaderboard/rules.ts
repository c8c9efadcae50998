type Ranked = { id: string; points: number; reachedAt: string | null }

/**
 * Most points first; on equal points whoever reached them first, by the submission that took them there; a full tie shares
 * the rank. Companies without points have none. Takes entries already in that order.
 */
export function withRanks<T extends Ranked>(ordered: T[]): (T & { rank: number | null })[] {
  let rank = 0
  return ordered.map((entry, index) => {
    const above = ordered[index - 1]
    if (!above || above.points !== entry.points || above.reachedAt !== entry.reachedAt) rank = index + 1
    return { ...entry, rank: entry.points > 0 ? rank : null }
  })
}
