import { amount, pointsText } from '#client/platform/formats/amounts.ts'
import { type BoardKind, minimumPeople, unrankedSentences } from '#contract/leaderboard/boards.ts'
import { peopleOf } from '#contract/leaderboard/divisions.ts'
import type { LeaderboardEntry, Neighbour, OwnPlace, RankExplanation } from '#contract/leaderboard/endpoints.ts'
import { changeText, peopleText, perPersonText } from './board-figures.ts'

type SideBoardKind = Exclude<BoardKind, 'official'>

/** A board's value in words: "12.50 points per person", "340 points", "+50%". */
const valueText: Record<SideBoardKind, (value: number) => string> = {
  'per-person': (value) => `${perPersonText(value)} points per person`,
  division: pointsText,
  improved: changeText,
}

/** Distance between two companies; percentages differ in percentage points. */
const gapText: Record<SideBoardKind, (gap: number) => string> = {
  ...valueText,
  improved: (gap) => `${amount(Math.round(gap * 1_000) / 10)} percentage points`,
}

/** Explains a rank on a board other than the official one. */
export function sideBoardReasons(board: SideBoardKind, explanation: RankExplanation): string[] {
  const { entry, ahead, behind, sharedWith } = explanation
  if (entry.rank === null) return [unrankedSentences[entry.unranked ?? 'no-points']]
  return [
    firstSentence[board](entry, explanation),
    ...(sharedWith.length > 0
      ? [
          `It shares rank ${entry.rank} with ${sharedWith.length === 1 ? sharedWith[0] : `${sharedWith.length} others`}.`,
        ]
      : []),
    ahead ? neighbourText(board, ahead, 'ahead') : 'No one is ahead.',
    behind ? neighbourText(board, behind, 'behind') : 'No one with a rank is behind.',
  ]
}

const firstSentence: Record<SideBoardKind, (entry: LeaderboardEntry, explanation: RankExplanation) => string> = {
  'per-person': ({ name, rank, value }) => `${name} is on rank ${rank} with ${valueText['per-person'](value ?? 0)}.`,
  division: ({ name, rank, points }, { division }) =>
    `${name} is on rank ${rank}${division ? ` of ${division.name} (${peopleOf(division)})` : ''} with ${pointsText(points)}.`,
  improved: ({ name, rank, value, firstThird = 0, lastThird = 0 }) =>
    `${name} is on rank ${rank}: ${pointsText(lastThird)} in the last third of the days after ${amount(firstThird)} in the first, ${changeText(value ?? 0)}.`,
}

function neighbourText(
  board: SideBoardKind,
  { name, gap, value, byTime }: Neighbour,
  side: 'ahead' | 'behind',
): string {
  const valueWords = valueText[board](value ?? 0)
  if (byTime)
    return `${name} has the same ${valueWords} but reached them ${side === 'ahead' ? 'earlier' : 'later'}, so it stands ${side}.`
  return `${name} is ${side} by ${gapText[board](gap)}, with ${valueWords}.`
}

/** "40 points ÷ 20 people". */
export function partText({ people, points }: { people: number; points: number }): string {
  return `${pointsText(points)} ÷ ${people === minimumPeople ? `${people} people (the least that counts)` : peopleText(people)}`
}

/** Place of the reader's company, in one sentence above the board. */
export function sideBoardPlaceOf(board: SideBoardKind, { entry, ahead, behind, sharedWith }: OwnPlace): string {
  if (entry.rank === null) return unrankedSentences[entry.unranked ?? 'no-points']
  const place = sharedWith.length > 0 ? `You share rank ${entry.rank}` : `You are on rank ${entry.rank}`
  const value = valueText[board](entry.value ?? 0)
  if (ahead && !ahead.byTime) return `${place} with ${value}, ${gapText[board](ahead.gap)} behind ${ahead.name}.`
  if (ahead) return `${place} with ${value}, level with ${ahead.name} who got there first.`
  if (behind && !behind.byTime) return `You lead with ${value}, ${gapText[board](behind.gap)} ahead of ${behind.name}.`
  return `${place} with ${value}.`
}
