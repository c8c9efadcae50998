import { useSearch } from 'wouter/use-browser-location'
import { type BoardKind, boardKinds } from '#contract/leaderboard/boards.ts'

/** The selected board. Without a division it is the reader's, or the first one. */
export type BoardChoice = { board: BoardKind; division?: string }

export const officialBoard: BoardChoice = { board: 'official' }

export const isSameBoard = (one: BoardChoice, other: BoardChoice) =>
  one.board === other.board && one.division === other.division

/** The choice is in the address: `?board=per-person`, `?board=division&division=1-49`. */
export function useBoardChoice(): BoardChoice {
  return choiceIn(new URLSearchParams(useSearch()))
}

export function choiceIn(params: URLSearchParams): BoardChoice {
  const board = boardKinds.find((kind) => kind === params.get('board')) ?? 'official'
  const division = params.get('division')
  return board === 'division' && division ? { board, division } : { board }
}

/** Address of this page with another board and all other parameters. */
export function addressWith({ board, division }: BoardChoice): string {
  const params = new URLSearchParams(location.search)
  params.delete('board')
  params.delete('division')
  if (board !== 'official') params.set('board', board)
  if (division) params.set('division', division)
  return `${location.pathname}${params.size > 0 ? `?${params}` : ''}${location.hash}`
}

/** Replaces the history entry, so that one step back leaves the page. */
export function chooseBoard(choice: BoardChoice) {
  history.replaceState(history.state, '', addressWith(choice))
}

const longestSearch = 200

/** The search is in the address too, beside the board. */
export function useBoardSearch() {
  const q = (new URLSearchParams(useSearch()).get('q') ?? '').slice(0, longestSearch)
  const search = (typed: string) => {
    const params = new URLSearchParams(location.search)
    if (typed) params.set('q', typed)
    else params.delete('q')
    const address = `${location.pathname}${params.size > 0 ? `?${params}` : ''}${location.hash}`
    // Every pause during typing is a search; only the first one adds a history entry.
    history[q === '' ? 'pushState' : 'replaceState'](null, '', address)
  }
  return { q, search }
}
