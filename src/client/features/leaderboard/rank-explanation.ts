import { amount, countText, pointsText, signed } from '#client/platform/formats/amounts.ts'
import type { LeaderboardEntry, Neighbour, OwnPlace, RankExplanation } from '#contract/leaderboard/endpoints.ts'

/** Format of a moment, to the minute. */
type Clock = (at: string) => string

/** Explains a rank in sentences that can be read aloud. */
export function reasonsFor({ entry, ...explanation }: RankExplanation, clock: Clock): string[] {
  const { name, rank, points, reachedAt } = entry
  if (rank === null) {
    return [
      points < 0
        ? `${name} has ${pointsText(points)}; a rank needs at least 1 point.`
        : `${name} has no points, and without points there is no rank.`,
      explanation.ahead
        ? `The last rank is held by ${explanation.ahead.name} with ${pointsText(explanation.ahead.points)}.`
        : 'The first approved proof of the week opens the board.',
    ]
  }
  return [
    `${name} is on rank ${rank} with ${pointsText(points)} from ${sourcesOf(explanation)}.`,
    ...(reachedAt ? [`It reached this total on ${clock(reachedAt)}${lastPart(explanation, reachedAt)}.`] : []),
    ...shared(explanation.sharedWith, entry),
    explanation.ahead ? aheadOf(explanation.ahead, entry, clock) : 'No one is ahead.',
    explanation.behind ? behindOf(explanation.behind, entry, clock) : 'No one with points is behind.',
  ]
}

type Parts = Pick<RankExplanation, 'proofs' | 'adjustments'>

function sourcesOf({ proofs, adjustments }: Parts): string {
  const sum = adjustments.reduce((total, { points }) => total + points, 0)
  const adjusted = countText(adjustments.length, ['adjustment', 'adjustments'])
  return [
    ...(proofs.length > 0 ? [countText(proofs.length, ['approved proof', 'approved proofs'])] : []),
    ...(adjustments.length > 0 ? [`${adjusted} by the organisers (${signed(sum)})`] : []),
  ].join(' and ')
}

/** The time of submission counts, so that the time of the review does not affect the rank. */
function lastPart({ proofs, adjustments }: Parts, reachedAt: string): string {
  const proof = proofs.findLast(({ submittedAt }) => submittedAt === reachedAt)
  if (proof) return `, when it sent in the proof for “${proof.taskTitle}”`
  return adjustments.some(({ at }) => at === reachedAt) ? ', by an adjustment of the organisers' : ''
}

function shared(names: string[], { rank, points }: LeaderboardEntry): string[] {
  if (names.length === 0) return []
  return [`It shares rank ${rank} with ${list(names)}: the same ${pointsText(points)}, reached at the same moment.`]
}

function aheadOf(ahead: Neighbour, entry: LeaderboardEntry, clock: Clock): string {
  if (!ahead.byTime) return `${ahead.name} is ahead by ${pointsText(ahead.gap)}, with ${amount(ahead.points)}.`
  const earlier = apart(ahead, entry, 'earlier', ahead.reachedAt, clock)
  return `${ahead.name} has the same ${pointsText(entry.points)} but reached them ${earlier}, so it stands ahead.`
}

function behindOf(behind: Neighbour, entry: LeaderboardEntry, clock: Clock): string {
  if (!behind.byTime) return `${behind.name} is behind by ${pointsText(behind.gap)}, with ${amount(behind.points)}.`
  const later = apart(entry, behind, 'later', behind.reachedAt, clock)
  return `${behind.name} has the same ${pointsText(entry.points)} but reached them ${later}, so it stands behind.`
}

type Reached = Pick<LeaderboardEntry, 'reachedAt'>

/** "7 minutes earlier, on 15 Nov 2026 at 13:58"; within a minute only the distance. */
function apart(first: Reached, second: Reached, word: string, other: string | null, clock: Clock): string {
  if (!first.reachedAt || !second.reachedAt || !other) return word
  const distance = Date.parse(second.reachedAt) - Date.parse(first.reachedAt)
  const when = clock(first.reachedAt) === clock(second.reachedAt) ? '' : `, on ${clock(other)}`
  return `${durationText(distance)} ${word}${when}`
}

const units = [
  { size: 86_400_000, names: ['day', 'days'] },
  { size: 3_600_000, names: ['hour', 'hours'] },
  { size: 60_000, names: ['minute', 'minutes'] },
  { size: 1000, names: ['second', 'seconds'] },
] satisfies { size: number; names: [string, string] }[]

/** The largest unit that fits; a photo finish in fractions of a second. */
function durationText(milliseconds: number): string {
  const unit = units.find(({ size }) => milliseconds >= size)
  if (!unit) return `${(milliseconds / 1000).toFixed(3)} seconds`
  return countText(Math.floor(milliseconds / unit.size), unit.names)
}

const longestList = 3

function list(names: string[]): string {
  const listed = names.slice(0, longestList)
  const rest = names.length - listed.length
  const parts = rest > 0 ? [...listed, `${amount(rest)} more`] : listed
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')
}

/** Place of the reader's company, in one sentence above the board. */
export function placeOf({ entry: ownEntry, ahead, behind, sharedWith }: Omit<OwnPlace, 'position'>): string {
  const { rank } = ownEntry
  if (rank === null && ownEntry.points < 0) {
    return `You have ${pointsText(ownEntry.points)}: you are back on the board as soon as you have at least 1.`
  }
  if (rank === null) return 'You have no points yet: your first approved proof puts you on the board.'
  const isShared = sharedWith.length > 0
  const place = isShared ? `You share rank ${rank} with ${list(sharedWith)}` : `You are on rank ${rank}`
  if (!ahead && !isShared) return behind ? `You lead ${lead(behind)}.` : 'You lead the board.'
  if (!ahead) return `${place}.`
  if (ahead.byTime) return `${place}, level with ${ahead.name} who got there first.`
  return `${place}, ${pointsText(ahead.gap)} behind ${ahead.name}.`
}

function lead(behind: Neighbour): string {
  if (behind.byTime) return `because you got there before ${behind.name}`
  return `by ${pointsText(behind.gap)}, ahead of ${behind.name}`
}
