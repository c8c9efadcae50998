/** Every board. The official one is the challenge; the others never change it. */
export const boardKinds = ['official', 'per-person', 'division', 'improved'] as const
export type BoardKind = (typeof boardKinds)[number]

/**
 * Smaller teams have no rank per person: one more proof would decide it. It is also the smallest divisor, so that
 * points from before a team stated its real size do not count too much.
 */
export const minimumPeople = 5

/** The minimum points in the first third for a rank on the improved board: growth from nearly zero is meaningless. */
export const minimumFirstThird = 20

export const millionth = 1_000_000

/**
 * One ledger entry per person, in millionths of a point. An entry and its reversal differ only in the sign. Up to nine
 * billion points it equals PostgreSQL's `round(points * 1000000.0 / people)`.
 */
export const perPersonMillionths = (points: number, people: number): number => {
  const value = Math.round((Math.abs(points) * millionth) / Math.max(people, minimumPeople))
  return points < 0 ? -value : value
}

type BoardWords = { name: string; formula: string; unit: string }

/** The name and the formula of each board, in words that a reader can check with a calculator. */
export const boardWords: Record<BoardKind, BoardWords> = {
  official: {
    name: 'Official',
    formula: 'Total points. On equal points the company that reached them first is ahead.',
    unit: 'points',
  },
  'per-person': {
    name: 'Per person',
    formula: `Points of each proof ÷ people in the team when it was approved (at least ${minimumPeople}), added up. Smaller teams have no rank. A changed team size counts from the next day on; a second change within a week, or one beyond a third, waits for an organiser.`,
    unit: 'points per person',
  },
  division: {
    name: 'Divisions',
    formula: 'Total points, among companies of a similar team size.',
    unit: 'points',
  },
  improved: {
    name: 'Most improved',
    formula: `(Points of the last third of the days − points of the first third) ÷ points of the first third, of the days that are over. A rank needs ${minimumFirstThird} points in the first third.`,
    unit: 'change',
  },
}

/** The reason why a company has no rank on a board. */
export const unrankedReasons = ['no-points', 'small-team', 'few-days', 'slow-start'] as const
export type UnrankedReason = (typeof unrankedReasons)[number]

export const unrankedSentences: Record<UnrankedReason, string> = {
  'no-points': 'No rank yet: a rank needs at least 1 point.',
  'small-team': `No rank: teams of fewer than ${minimumPeople} people are not compared per person.`,
  'few-days': 'No rank yet: once three days are over, the last days are compared with the first.',
  'slow-start': `No rank: fewer than ${minimumFirstThird} points in the first third of the days.`,
}
