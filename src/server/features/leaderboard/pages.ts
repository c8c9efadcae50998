import type { QueryOf } from '#contract/endpoint.ts'
import { leaderboardPageSize, readLeaderboard } from '#contract/leaderboard/endpoints.ts'
import { SharedReply } from '#server/platform/http/replies/shared-reply.ts'
import type { Board } from './board/board.ts'
import { cursorOf, keyOf, nameList, placeOf } from './board/cursor.ts'

export type PageQuery = QueryOf<typeof readLeaderboard>
/** `next` is the address of the next page. */
type BoardPage = { reply: SharedReply; total: number; next: string | undefined }

/** The limit keeps callers from filling the memory with different addresses. */
const mostPagesKept = 1_000

/** Caches pages as long as their board, which is immutable. */
const keptPages = new WeakMap<Board, Map<string, BoardPage>>()

/** `division` is the key of the board's division, which the query may leave out. */
export function readPage(board: Board, query: PageQuery, division?: string): BoardPage {
  const pages = keptPages.get(board) ?? new Map<string, BoardPage>()
  keptPages.set(board, pages)
  const key = JSON.stringify(query)
  const page = pages.get(key) ?? makePage(board, query, division)
  if (pages.size < mostPagesKept) pages.set(key, page)
  return page
}

function makePage(board: Board, query: PageQuery, division: string | undefined): BoardPage {
  const { q, limit = leaderboardPageSize, cursor, offset = 0 } = query
  const list = nameList({ board: query.board ?? 'official', division, q })
  const found = board.search(q)
  const start = cursor === undefined ? offset : found.positionAfter(keyOf(list, cursor))
  const end = start + limit
  const last = end < found.size ? found.placeAt(end - 1) : undefined
  return {
    reply: new SharedReply(JSON.stringify(found.entries(start, end))),
    total: found.size,
    next: last && addressAfter(query, cursorOf(list, placeOf(last))),
  }
}

function addressAfter({ q, board, division, limit = leaderboardPageSize }: PageQuery, cursor: string): string {
  const search = new URLSearchParams({ limit: String(limit), cursor })
  if (board) search.set('board', board)
  if (division) search.set('division', division)
  if (q) search.set('q', q)
  return `/api${readLeaderboard.path}?${search}`
}
