import { z } from 'zod'
import { amount, boundedText, count, digits, id, instant, searchText, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { boardKinds, unrankedReasons } from './boards.ts'
import { Division, DivisionBands } from './divisions.ts'

export const LeaderboardEntry = z.object({
  id,
  name: z.string(),
  logoUrl: z.string().nullable(),
  brandingColor: z.string(),
  points: amount,
  /** Shared on a full tie; null without points. */
  rank: count.nullable(),
  caloriesBurned: amount,
  /** When the total was reached; it breaks ties. */
  reachedAt: instant.nullable(),
  /** From here on only on the other boards. The ranking value: points per person, points, or the change as a share. */
  value: z.number().nullable().optional(),
  /** The current team size. */
  people: count.optional(),
  /** The reason for a missing rank. */
  unranked: z.enum(unrankedReasons).nullable().optional(),
  /** On the improved board: points of the first and the last third of the days so far. */
  firstThird: amount.optional(),
  lastThird: amount.optional(),
})
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>

/** The page size that screens use. */
export const leaderboardPageSize = 100

/** The board; by default the official one. */
const boardChoice = {
  board: z.enum(boardKinds, 'Unknown board').optional(),
  /** For `board=division`: the `key` of a division. The default is the caller's division, or the first one. */
  division: boundedText(40, { tooLong: 'Unknown division' }).optional(),
}

type BoardChoice = { board?: string; division?: string }
const isDivisionUsed = ({ board, division }: BoardChoice) => division === undefined || board === 'division'
const divisionMisplaced = { message: 'Only with board=division', path: ['division'] }

const pageOfBoard = {
  ...boardChoice,
  /** Filters by company names that contain every word; ranks stay unchanged. */
  q: searchText.optional(),
}

export const readLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard',
  access: 'signed-in',
  summary:
    'Companies by total points; on equal points whoever got there first. Everything without parameters, a page with any of them. Other boards by `board`',
  query: z
    .strictObject({
      ...pageOfBoard,
      limit: digits.pipe(whole(1, 1_000)).optional(),
      /**
       * Keyset cursor from the `link` of the page before: continues after its last company, even if that one has moved.
       */
      cursor: boundedText(2_000).optional(),
      /** Skips this many companies from the top, for a jump to a place. */
      offset: digits.pipe(whole(0, 10_000_000)).optional(),
    })
    .refine(({ cursor, offset }) => cursor === undefined || offset === undefined, {
      message: 'Either a cursor or an offset',
      path: ['offset'],
    })
    .refine(isDivisionUsed, divisionMisplaced),
  reply: z.array(LeaderboardEntry),
  otherStatuses: { 304: 'Nothing changed since the answer with this `ETag`' },
})

const Neighbour = z.object({
  name: z.string(),
  points: amount,
  /** In points; on other boards in their ranking value. */
  gap: z.number().min(0),
  byTime: z.boolean(),
  /** On other boards: the ranking value. */
  value: z.number().optional(),
  reachedAt: instant.nullable(),
})
export type Neighbour = z.output<typeof Neighbour>

/** The neighbours of a company: the next better rank, the next worse, and companies with the same rank. */
const around = { ahead: Neighbour.nullable(), behind: Neighbour.nullable(), sharedWith: z.array(z.string()) }

/** Whole days, both ends included. */
const Days = z.object({ from: z.string(), to: z.string() })
/** The first and the last third of the days so far; null for fewer than three days. */
const Thirds = z.object({ first: Days, last: Days }).nullable()
export type Thirds = z.output<typeof Thirds>

export const LeaderboardSummary = z.object({
  /** The counts of companies in the list and of ranked ones; with `q`, of the matches. */
  companies: count,
  ranked: count,
  /** Totals of the whole board, regardless of the search. */
  totals: z.object({ companies: count, points: amount, caloriesBurned: amount, leaderPoints: count }),
  /** On other boards: the best value. */
  leaderValue: z.number().nullable().optional(),
  /** For `board=division`: the chosen division, and every division with its number of companies. */
  division: Division.optional(),
  divisions: z.array(Division.extend({ companies: count })).optional(),
  /** For `board=improved`: the compared days. */
  thirds: Thirds.optional(),
  /** The caller's company; null for administrators and hidden companies. */
  own: z
    .object({
      entry: LeaderboardEntry,
      /** Its place in the list, counted from zero; null when the search excludes it. */
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
  query: z.strictObject(pageOfBoard).refine(isDivisionUsed, divisionMisplaced),
  reply: LeaderboardSummary,
})

/** Explains the rank of a company. */
export const RankExplanation = z.object({
  entry: LeaderboardEntry,
  proofs: z.array(z.object({ taskTitle: z.string(), points: amount, calories: amount, submittedAt: instant })),
  adjustments: z.array(z.object({ points: amount, calories: amount, reason: z.string(), at: instant })),
  ...around,
  /** For `board=per-person`: points by the team size at their approval, and size changes, newest first. */
  perPerson: z
    .object({
      parts: z.array(z.object({ people: count, points: amount, value: z.number() })),
      sizes: z.array(z.object({ size: count, since: instant })),
    })
    .optional(),
  division: Division.optional(),
  thirds: Thirds.optional(),
})
export type RankExplanation = z.output<typeof RankExplanation>

export const explainRank = endpoint({
  method: 'GET',
  path: '/leaderboard/:id',
  access: 'signed-in',
  summary: 'Why a company stands where it stands',
  params: z.object({ id }),
  query: z.strictObject({ board: boardChoice.board }),
  reply: RankExplanation,
})

export const listDivisions = endpoint({
  method: 'GET',
  path: '/leaderboard/divisions',
  access: 'signed-in',
  summary: 'The divisions by team size, the smallest first',
  reply: z.array(Division),
})

export const setDivisions = endpoint({
  method: 'PATCH',
  path: '/leaderboard/divisions',
  access: 'administrator',
  summary: 'Set the divisions: each begins with a number of people and ends where the next one begins',
  body: z.strictObject({ divisions: DivisionBands }),
  reply: z.array(Division),
})
