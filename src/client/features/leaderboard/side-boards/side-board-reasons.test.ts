import { expect, test } from 'vitest'
import type { LeaderboardEntry, RankExplanation } from '#contract/leaderboard/endpoints.ts'
import { partText, sideBoardPlaceOf, sideBoardReasons } from './side-board-reasons.ts'

const noon = '2026-11-15T12:00:00.000Z'
const entry = (changes: Partial<LeaderboardEntry>): LeaderboardEntry => ({
  id: 'bea',
  name: 'Bea',
  logoUrl: null,
  brandingColor: '#211100',
  points: 130,
  rank: 2,
  caloriesBurned: 0,
  reachedAt: noon,
  value: 6.5,
  people: 20,
  unranked: null,
  ...changes,
})
const explain = (changes: Partial<LeaderboardEntry>, rest: Partial<RankExplanation> = {}): RankExplanation => ({
  entry: entry(changes),
  proofs: [],
  adjustments: [],
  ahead: null,
  behind: null,
  sharedWith: [],
  ...rest,
})
const other = (name: string, value: number, gap: number, byTime = false) => ({
  name,
  points: 0,
  gap,
  byTime,
  value,
  reachedAt: noon,
})

test('per person tells the value and the distance to both neighbours', () => {
  const around = { ahead: other('Ada', 8, 1.5), behind: other('Cy', 6.25, 0.25) }

  expect(sideBoardReasons('per-person', explain({}, around))).toEqual([
    'Bea is on rank 2 with 6.50 points per person.',
    'Ada is ahead by 1.50 points per person, with 8.00 points per person.',
    'Cy is behind by 0.25 points per person, with 6.25 points per person.',
  ])
})

test('a company without a rank is told why', () => {
  expect(sideBoardReasons('per-person', explain({ rank: null, unranked: 'small-team', people: 3 }))).toEqual([
    'No rank: teams of fewer than 5 people are not compared per person.',
  ])
  expect(
    sideBoardPlaceOf('improved', { ...explain({ rank: null, value: null, unranked: 'slow-start' }), position: 0 }),
  ).toBe('No rank: fewer than 20 points in the first third of the days.')
})

test('the improved board tells both thirds and the change', () => {
  const improved = explain({ rank: 1, value: 0.5, firstThird: 40, lastThird: 60 }, { behind: other('Cy', -0.1, 0.6) })

  expect(sideBoardReasons('improved', improved)).toEqual([
    'Bea is on rank 1: 60 points in the last third of the days after 40 in the first, +50%.',
    'No one is ahead.',
    'Cy is behind by 60 percentage points, with −10%.',
  ])
})

test('a division is named with its sizes, and a tie is told', () => {
  const division = { key: '1-49', name: 'Small', from: 1, to: 49 }

  expect(
    sideBoardReasons('division', explain({ value: 130 }, { division, ahead: other('Ada', 130, 0, true) })),
  ).toEqual([
    'Bea is on rank 2 of Small (1–49 people) with 130 points.',
    'Ada has the same 130 points but reached them earlier, so it stands ahead.',
    'No one with a rank is behind.',
  ])
})

test('the own place is one sentence', () => {
  expect(sideBoardPlaceOf('per-person', { ...explain({}, { ahead: other('Ada', 8, 1.5) }), position: 1 })).toBe(
    'You are on rank 2 with 6.50 points per person, 1.50 points per person behind Ada.',
  )
  expect(
    sideBoardPlaceOf('per-person', { ...explain({ rank: 1 }, { behind: other('Cy', 5, 1.5) }), position: 0 }),
  ).toBe('You lead with 6.50 points per person, 1.50 points per person ahead of Cy.')
})

test('a part tells what was divided by what', () => {
  expect(partText({ people: 20, points: 40 })).toBe('40 points ÷ 20 people')
  expect(partText({ people: 5, points: 1 })).toBe('1 point ÷ 5 people (the least that counts)')
})
