import { millionth } from '#contract/leaderboard/boards.ts'
import type {
  LeaderboardEntry,
  LeaderboardSummary,
  Neighbour,
  RankExplanation,
} from '#contract/leaderboard/endpoints.ts'
import * as companies from '#server/features/companies/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Board } from './board/board.ts'
import * as boardsStore from './side-boards/boards-store.ts'
import type { SideBoard } from './side-boards/side-boards.ts'
import * as store from './store.ts'

export { type DivisionPlace, findPlaceInDivision, listDivisions, setDivisions } from './side-boards/divisions.ts'

/** The size of the list, the totals of the board and the viewer's row, all of one state. */
export function summarise(board: Board, companyId: string | null, q: string | undefined): LeaderboardSummary {
  const found = board.search(q)
  const place = companyId ? board.positionOf(companyId) : undefined
  const entry = place === undefined ? undefined : board.entryAt(place)
  return {
    companies: found.size,
    ranked: found.rankedCount,
    totals: board.totals,
    own:
      place !== undefined && entry
        ? { entry, position: found.positionOf(entry.id) ?? null, ...neighboursOf(board, place, entry) }
        : null,
  }
}

/** The summary of a side board, with its details. */
export function summariseSideBoard(
  { board, ...details }: SideBoard,
  companyId: string | null,
  q: string | undefined,
): LeaderboardSummary {
  return { ...summarise(board, companyId, q), leaderValue: board.entryAt(0)?.value ?? null, ...details }
}

/** Explains the rank of a company by its proofs and adjustments. */
export async function explain({ db }: Pick<Platform, 'db'>, board: Board, id: string): Promise<RankExplanation> {
  const position = board.positionOf(id)
  const entry = position === undefined ? undefined : board.entryAt(position)
  if (position === undefined || !entry) throw new Problem('not-found')
  const [proofs, adjustments] = await Promise.all([store.countingProofs(db, id), store.adjustments(db, id)])
  return {
    entry,
    proofs: proofs.map((proof) => ({ ...proof, submittedAt: proof.submittedAt.toISOString() })),
    adjustments: adjustments.map((adjustment) => ({ ...adjustment, at: adjustment.at.toISOString() })),
    ...neighboursOf(board, position, entry),
  }
}

export async function explainOnSideBoard(
  { db }: Pick<Platform, 'db'>,
  kind: 'per-person' | 'division' | 'improved',
  { board, division, thirds }: SideBoard,
  id: string,
): Promise<RankExplanation> {
  const explanation = await explain({ db }, board, id)
  if (kind !== 'per-person') return { ...explanation, division, thirds }
  const [parts, sizes] = await Promise.all([boardsStore.pointsByTeamSize(db, id), companies.sizesOf(db, id)])
  const dated = sizes.map(({ size, since }) => ({ size, since: since.toISOString() }))
  return { ...explanation, perPerson: { parts, sizes: dated } }
}

/** Compares stored points per person with the ledger, for one or all companies; returns a sentence per difference. */
export async function verifyPerPerson({ db }: Pick<Platform, 'db'>, companyId?: string): Promise<string[]> {
  return (await boardsStore.wrongPerPerson(db, companyId)).map(
    ({ name, kept, counted }) =>
      `${name}: ${kept / millionth} points per person kept, ${counted / millionth} by the ledger`,
  )
}

/**
 * The next better rank, the next worse one and the companies that share this one. An unranked company gets only the
 * last ranked one.
 */
function neighboursOf(board: Board, position: number, entry: LeaderboardEntry) {
  if (entry.rank === null)
    return { ahead: neighbour(entry, board.entryAt(board.rankedCount - 1)), behind: null, sharedWith: [] }
  const { start, end } = board.positionsOfRankAt(position)
  return {
    ahead: neighbour(entry, board.entryAt(start - 1)),
    behind: end < board.rankedCount ? neighbour(entry, board.entryAt(end)) : null,
    sharedWith: board
      .entries(start, end)
      .filter(({ id }) => id !== entry.id)
      .map(({ name }) => name),
  }
}

function neighbour(entry: LeaderboardEntry, other: LeaderboardEntry | undefined): Neighbour | null {
  if (!other) return null
  const { name, points, reachedAt, value } = other
  if (typeof value !== 'number')
    return { name, points, gap: Math.abs(points - entry.points), byTime: points === entry.points, reachedAt }
  // Round to the stored precision: the difference of two decimals has a tail that neither of them has.
  const gap = Math.round(Math.abs(value - (entry.value ?? 0)) * millionth) / millionth
  return { name, points, gap, byTime: value === entry.value, reachedAt, value }
}
