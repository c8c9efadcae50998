import { millionth } from '#contract/leaderboard/boards.ts'
import type {
  LeaderboardEntry,
  LeaderboardSummary,
  Neighbour,
  RankExplanation,
} from '#contract/leaderboard/endpoints.ts'
import { leaderboardPageSize } from '#contract/leaderboard/endpoints.ts'
import * as companies from '#server/features/companies/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ReadableView } from './ordered-board/board-view.ts'
import { keyOf, placeOf } from './ordered-board/cursor.ts'
import { EncodedReply } from './ordered-board/encoded-reply.ts'
import type { ReadableBoard } from './ordered-board/ordered-board.ts'
import type { BoardPage } from './ordered-board/pages.ts'
import * as boardsStore from './side-boards/boards-store.ts'
import type { SideBoard } from './side-boards/side-boards.ts'
import * as store from './store.ts'

export { type DivisionPlace, findPlaceInDivision, listDivisions, setDivisions } from './side-boards/divisions.ts'

type PageQuery = { q?: string; limit?: number; cursor?: string; offset?: number }

/** `list` is what a cursor has to be of. */
export function readPage({ board, pages, search }: ReadableView, query: PageQuery, list: string): BoardPage {
  const { q, limit = leaderboardPageSize, cursor, offset } = query
  const start = cursor === undefined ? (offset ?? 0) : board.positionAfter(keyOf(list, cursor))
  if (!q) return pages.read(start, limit)
  const found = search.find(q)
  const first = cursor === undefined ? start : found.findIndex((position) => position >= start)
  const wanted = first < 0 ? [] : found.slice(first, first + limit)
  const last = board.keyAt(wanted.at(-1) ?? -1)
  const hasNext = last !== undefined && first + wanted.length < found.length
  return {
    reply: new EncodedReply(Buffer.from(JSON.stringify(wanted.map((position) => board.entryAt(position))))),
    total: found.length,
    lastPlace: hasNext ? placeOf(last) : undefined,
  }
}

/** The size of the list, the totals of the board and the own row: all of one version. */
export function summarise(
  { board, search }: ReadableView,
  companyId: string | null,
  q: string | undefined,
): LeaderboardSummary {
  const found = q ? search.find(q) : undefined
  const ranked = board.rankedCount
  const place = companyId ? board.positionOf(companyId) : undefined
  const entry = place === undefined ? undefined : board.entryAt(place)
  const inList = (position: number) => (found ? found.indexOf(position) : position)
  return {
    companies: found ? found.length : board.size,
    ranked: found ? found.filter((position) => position < ranked).length : ranked,
    totals: board.totals,
    own:
      place === undefined || !entry
        ? null
        : { entry, position: inList(place) < 0 ? null : inList(place), ...neighboursOf(board, place, entry) },
  }
}

/** The same for a board beside the official one, with what is told about it. */
export function summariseSideBoard(
  { view, ...about }: SideBoard,
  companyId: string | null,
  q: string | undefined,
): LeaderboardSummary {
  return { ...summarise(view, companyId, q), leaderValue: view.board.entryAt(0)?.value ?? null, ...about }
}

/** Why a company stands where it stands: nobody should have to believe it. */
export async function explain(
  { db }: Pick<Platform, 'db'>,
  { board }: ReadableView,
  id: string,
): Promise<RankExplanation> {
  const position = board.positionOf(id)
  const entry = position === undefined ? undefined : board.entryAt(position)
  if (position === undefined || !entry) throw new Problem('not-found')
  // Before waiting: afterwards the board may be another one.
  const neighbours = neighboursOf(board, position, entry)
  const [proofs, adjustments] = await Promise.all([store.countingProofs(db, id), store.adjustments(db, id)])
  return {
    entry,
    proofs: proofs.map((proof) => ({ ...proof, submittedAt: proof.submittedAt.toISOString() })),
    adjustments: adjustments.map((adjustment) => ({ ...adjustment, at: adjustment.at.toISOString() })),
    ...neighbours,
  }
}

export async function explainOnSideBoard(
  { db }: Pick<Platform, 'db'>,
  kind: 'per-person' | 'division' | 'improved',
  { view, division, thirds }: SideBoard,
  id: string,
): Promise<RankExplanation> {
  const explanation = await explain({ db }, view, id)
  if (kind !== 'per-person') return { ...explanation, division, thirds }
  const [parts, sizes] = await Promise.all([boardsStore.pointsByTeamSize(db, id), companies.sizesOf(db, id)])
  const dated = sizes.map(({ size, since }) => ({ size, since: since.toISOString() }))
  return { ...explanation, perPerson: { parts, sizes: dated } }
}

/** The kept points per person of each company, or of one, against the ledger: a sentence for each where they differ. */
export async function verifyPerPerson({ db }: Pick<Platform, 'db'>, companyId?: string): Promise<string[]> {
  return (await boardsStore.wrongPerPerson(db, companyId)).map(
    ({ name, kept, counted }) =>
      `${name}: ${kept / millionth} points per person kept, ${counted / millionth} by the ledger`,
  )
}

/** The next better rank, the next worse one, and who shares this one. Without a rank only the last one that has one. */
function neighboursOf(board: ReadableBoard, position: number, entry: LeaderboardEntry) {
  const ranked = board.rankedCount
  if (entry.rank === null) return { ahead: neighbour(entry, board.entryAt(ranked - 1)), behind: null, sharedWith: [] }
  const tie = board.tieAt(position)
  return {
    ahead: neighbour(entry, board.entryAt(tie.start - 1)),
    behind: tie.end < ranked ? neighbour(entry, board.entryAt(tie.end)) : null,
    sharedWith: board
      .entries(tie.start, tie.end)
      .filter(({ id }) => id !== entry.id)
      .map(({ name }) => name),
  }
}

function neighbour(entry: LeaderboardEntry, other: LeaderboardEntry | undefined): Neighbour | null {
  if (!other) return null
  const { name, points, reachedAt, value } = other
  if (typeof value !== 'number')
    return { name, points, gap: Math.abs(points - entry.points), byTime: points === entry.points, reachedAt }
  // Rounded to what is kept: the difference of two decimals has a tail that neither of them has.
  const gap = Math.round(Math.abs(value - (entry.value ?? 0)) * millionth) / millionth
  return { name, points, gap, byTime: value === entry.value, reachedAt, value }
}
