import type { BoardCompany, BoardRules } from './board-rules.ts'
import { OrderedBoard, type ReadableBoard } from './ordered-board.ts'
import { PageCache } from './pages.ts'
import { BoardSearch } from './search.ts'

/** A board of any kind, to be read. */
export type ReadableView = { board: ReadableBoard; pages: PageCache; search: BoardSearch }

/** A board with what is kept of it for readers. */
export class BoardView<Company extends BoardCompany = BoardCompany> {
  readonly board: OrderedBoard<Company>
  readonly pages: PageCache
  readonly search: BoardSearch

  constructor(rules: BoardRules<Company>, companies: Company[] = []) {
    this.board = new OrderedBoard(rules, (start, end) => this.pages.forget(start, end))
    this.pages = new PageCache(this.board)
    this.search = new BoardSearch(this.board)
    if (companies.length > 0) this.board.replaceAll(companies)
  }
}
