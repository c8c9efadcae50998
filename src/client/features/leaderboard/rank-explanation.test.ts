import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry, RankExplanation } from '#contract/leaderboard/endpoints.ts'
import { placeOf, reasonsFor } from './rank-explanation.ts'

const clock = (at: string) => at.slice(11, 16)
const noon = '2026-11-15T12:00:00.000Z'
const later = '2026-11-15T12:00:07.000Z'
const muchLater = '2026-11-15T14:30:00.000Z'
const proof = { taskTitle: 'Morning run', points: 40, calories: 200, submittedAt: noon }

function entry(name: string, rank: number | null, points: number, reachedAt: string | null = noon): LeaderboardEntry {
  return { id: name, name, logoUrl: null, brandingColor: '#211100', points, rank, caloriesBurned: 0, reachedAt }
}

const standing = (ownEntry: LeaderboardEntry, rest: Partial<RankExplanation> = {}): RankExplanation => ({
  entry: ownEntry,
  proofs: [proof, proof],
  adjustments: [],
  ahead: null,
  behind: null,
  sharedWith: [],
  ...rest,
})

describe('why', () => {
  test('tells the proofs, the moment and the gaps', () => {
    const ahead = { name: 'Ada', points: 100, gap: 20, byTime: false, reachedAt: noon }
    const behind = { name: 'Cy', points: 79, gap: 1, byTime: false, reachedAt: noon }

    expect(reasonsFor(standing(entry('Bea', 2, 80), { ahead, behind }), clock)).toEqual([
      'Bea is on rank 2 with 80 points from 2 approved proofs.',
      'It reached this total on 12:00, when it sent in the proof for “Morning run”.',
      'Ada is ahead by 20 points, with 100.',
      'Cy is behind by 1 point, with 79.',
    ])
  })

  test.each([
    [later, '7 seconds earlier'],
    [muchLater, '2 hours earlier, on 12:00'],
    ['2026-11-15T12:00:00.120Z', '0.120 seconds earlier'],
  ])('tells how a tie was broken (%s: %s)', (reachedAt, words) => {
    const ownEntry = entry('Bea', 2, 80, reachedAt)
    const ahead = { name: 'Ada', points: 80, gap: 0, byTime: true, reachedAt: noon }

    expect(reasonsFor(standing(ownEntry, { ahead }), clock)).toContain(
      `Ada has the same 80 points but reached them ${words}, so it stands ahead.`,
    )
  })

  test('tells the one who was faster as well', () => {
    const ownEntry = entry('Ada', 1, 80)
    const behind = { name: 'Bea', points: 80, gap: 0, byTime: true, reachedAt: muchLater }

    expect(reasonsFor(standing(ownEntry, { behind }), clock)).toContain(
      'Bea has the same 80 points but reached them 2 hours later, on 14:30, so it stands behind.',
    )
  })

  test('names who shares the rank, and counts a crowd', () => {
    const sharedWith = ['Ada', 'Cy', 'Dee', 'Eve', 'Flo']

    expect(reasonsFor(standing(entry('Bea', 1, 80), { sharedWith }), clock)[2]).toBe(
      'It shares rank 1 with Ada, Cy, Dee and 2 more: the same 80 points, reached at the same moment.',
    )
  })

  test('admits adjustments by the organisers', () => {
    const adjustments = [{ points: -15, calories: 0, reason: 'Counted twice', at: later }]
    const ownEntry = entry('Bea', 1, 65, later)

    expect(reasonsFor(standing(ownEntry, { adjustments }), clock).slice(0, 2)).toEqual([
      'Bea is on rank 1 with 65 points from 2 approved proofs and 1 adjustment by the organisers (−15).',
      'It reached this total on 12:00, by an adjustment of the organisers.',
    ])
  })

  test('explains why there is no rank', () => {
    const ahead = { name: 'Cy', points: 5, gap: 5, byTime: false, reachedAt: noon }

    expect(reasonsFor(standing(entry('Bea', null, 0, null), { proofs: [], ahead }), clock)).toEqual([
      'Bea has no points, and without points there is no rank.',
      'The last rank is held by Cy with 5 points.',
    ])
  })
})

describe('the own place', () => {
  const next = (name: string, points: number, gap: number) => ({
    name,
    points,
    gap,
    byTime: gap === 0,
    reachedAt: noon,
  })

  test.each([
    [{ entry: entry('Ada', 1, 100), behind: next('Bea', 80, 20) }, 'You lead by 20 points, ahead of Bea.'],
    [{ entry: entry('Ada', 1, 100), behind: next('Bea', 100, 0) }, 'You lead because you got there before Bea.'],
    [{ entry: entry('Ada', 1, 100) }, 'You lead the board.'],
    [{ entry: entry('Ada', 1, 100), sharedWith: ['Bea'] }, 'You share rank 1 with Bea.'],
    [
      { entry: entry('Bea', 2, 80), ahead: next('Ada', 100, 20), sharedWith: ['Cy'] },
      'You share rank 2 with Cy, 20 points behind Ada.',
    ],
    [
      { entry: entry('Dee', 4, 80, later), ahead: next('Cy', 80, 0) },
      'You are on rank 4, level with Cy who got there first.',
    ],
    [
      { entry: entry('Eve', null, 0, null), ahead: next('Dee', 80, 80) },
      'You have no points yet: your first approved proof puts you on the board.',
    ],
  ])('%#: %j', (ownEntry, words) => {
    expect(placeOf({ ahead: null, behind: null, sharedWith: [], ...ownEntry })).toBe(words)
  })
})
