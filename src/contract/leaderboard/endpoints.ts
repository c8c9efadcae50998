import { z } from 'zod'
import { amount, count, digits, id, instant, searchText, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const LeaderboardEntry = z.object({
  id,
  name: z.string(),
  logoUrl: z.string().nullable(),
  brandingColor: z.string(),
  points: amount,
  /** Shared on a full tie; null without points. */
  rank: count.nullable(),
  caloriesBurned: amount,
  /** When the total was reached: what breaks a tie. */
  reachedAt: instant.nullable(),
})
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>

/** A page of the board as screens ask for it. */
export const leaderboardPageSize = 100

const pageOfBoard = {
  /** Only companies whose name has every word of it; they keep their ranks. */
  q: searchText.optional(),
}

export const readLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard',
  access: 'signed-in',
  summary:
    'Companies by total points; on equal points whoever got there first. Everything without parameters, a page with any of them',
  query: z
    .strictObject({
      ...pageOfBoard,
      limit: digits.pipe(whole(1, 1_000)).optional(),
      /** From the `link` of the page before: goes on behind its last company, wherever that one is by now. */
      cursor: z.string().max(2_000, 'Must be at most 2000 characters').optional(),
      /** How many companies to leave out from the top, for jumping to a place. */
      offset: digits.pipe(whole(0, 10_000_000)).optional(),
    })
    .refine(({ cursor, offset }) => cursor === undefined || offset === undefined, {
      message: 'Either a cursor or an offset',
      path: ['offset'],
    }),
  reply: z.array(LeaderboardEntry),
  otherStatuses: { 304: 'Nothing changed since the answer with this `ETag`' },
})

const Neighbour = z.object({
  name: z.string(),
  points: amount,
  gap: count,
  byTime: z.boolean(),
  reachedAt: instant.nullable(),
})
export type Neighbour = z.output<typeof Neighbour>

/** Who is around a company: the next better rank, the next worse, and who has the same. */
const around = { ahead: Neighbour.nullable(), behind: Neighbour.nullable(), sharedWith: z.array(z.string()) }

export const LeaderboardSummary = z.object({
  /** How many companies the list has, and how many of them have a rank: of those found when `q` is given. */
  companies: count,
  ranked: count,
  /** Of the whole board, whatever is searched for. */
  totals: z.object({ companies: count, points: amount, caloriesBurned: amount, leaderPoints: count }),
  /** The company of whoever asks; null for administrators and hidden companies. */
  own: z
    .object({
      entry: LeaderboardEntry,
      /** Its place in the list, counted from zero; null when it was not found. */
      position: count.nullable(),
      ...around,
    })
    .nullable(),
})
export type LeaderboardSummary = z.output<typeof LeaderboardSummary>
export type OwnPlace = NonNullable<LeaderboardSummary['own']>

export const readLeaderboardSummary = endpoint({
  method: 'GET',
  path: '/leaderboard/summary',
  access: 'signed-in',
  summary: 'How large the board is, its totals and the own row with its neighbours',
  query: z.strictObject(pageOfBoard),
  reply: LeaderboardSummary,
})

/** Why a company stands where it stands. */
export const RankExplanation = z.object({
  entry: LeaderboardEntry,
  proofs: z.array(z.object({ taskTitle: z.string(), points: amount, calories: amount, submittedAt: instant })),
  adjustments: z.array(z.object({ points: amount, calories: amount, reason: z.string(), at: instant })),
  ...around,
})
export type RankExplanation = z.output<typeof RankExplanation>

export const explainRank = endpoint({
  method: 'GET',
  path: '/leaderboard/:id',
  access: 'signed-in',
  summary: 'Why a company stands where it stands',
  params: z.object({ id }),
  reply: RankExplanation,
})
