import { countText } from '#client/platform/formats/amounts.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'

type Entry = Pick<LeaderboardEntry, 'id' | 'name' | 'rank' | 'points'>
export type Move = { id: string; name: string; from: number | null; to: number | null }

/**
 * Companies whose rank changed. An unknown company is new, unless the earlier list was incomplete: then its earlier
 * rank is unknown.
 */
export function movesBetween(before: Entry[], after: Entry[], { isComplete = true } = {}): Move[] {
  const ranks = new Map(before.map(({ id, rank }) => [id, rank]))
  return after
    .filter(({ id }) => isComplete || ranks.has(id))
    .map(({ id, name, rank }) => ({ id, name, from: ranks.get(id) ?? null, to: rank }))
    .filter(({ from, to }) => from !== to)
}

/** Points that each company gained or lost since. */
export function gainsBetween(before: Entry[], after: Entry[]): Map<string, number> {
  const points = new Map(before.map(({ id, points }) => [id, points]))
  const gains = after.map(({ id, points: now }) => [id, now - (points.get(id) ?? now)] as const)
  return new Map(gains.filter(([, gain]) => gain !== 0))
}

const named = 3

/**
 * News sentence: the reader's company first, then companies that moved up, best rank first. Being overtaken is left
 * out.
 */
export function newsOf(moves: Move[], ownId?: string | null): string {
  const ownMove = moves.find(({ id }) => id === ownId)
  const risers = moves
    .filter((move) => move !== ownMove && rose(move))
    .sort((one, other) => (one.to ?? 0) - (other.to ?? 0))
  const listed = risers.slice(0, ownMove ? named - 1 : named)
  const rest = risers.length - listed.length
  return [
    ...(ownMove ? [sentence('You', ownMove)] : []),
    ...listed.map((move) => sentence(move.name, move)),
    ...(rest > 0 ? [`${countText(rest, ['more company', 'more companies'])} moved up.`] : []),
  ].join(' ')
}

const rose = ({ from, to }: Move) => to !== null && (from === null || to < from)

function sentence(who: string, move: Move): string {
  if (move.to === null) return `${who} left the board.`
  if (move.from === null) return `${who} entered the board on rank ${move.to}.`
  return `${who} moved ${rose(move) ? 'up' : 'down'} to rank ${move.to}.`
}
