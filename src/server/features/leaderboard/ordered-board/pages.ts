import { placeOf } from './cursor.ts'
import { EncodedReply } from './encoded-reply.ts'
import type { ReadableBoard } from './ordered-board.ts'

/** A part of the board as it is sent: rows, total and the last place, behind which there are more, belong to one version of it. */
export type BoardPage = { reply: EncodedReply; total: number; lastPlace: string | undefined }

type KeptPage = { start: number; end: number; firstRank: number | null; reply: EncodedReply; lastPlace: string }

/** As many as the whole board of 100,000 has. */
const mostKept = 1_000

/** A number: to make a text for every reader takes longer than to find the page. No limit reaches the factor. */
const keyOf = (start: number, limit: number) => start * 10_000 + limit

/** Pages are serialised when somebody asks for them, and kept until one of their rows changes. */
export class PageCache {
  readonly #board: ReadableBoard
  readonly #kept = new Map<number, KeptPage>()

  constructor(board: ReadableBoard) {
    this.#board = board
  }

  read(start: number, limit: number): BoardPage {
    const total = this.#board.size
    const page = this.#find(start, limit) ?? this.#make(start, limit)
    return { reply: page.reply, total, lastPlace: page.end < total ? page.lastPlace : undefined }
  }

  /** What stands on these positions is another company, or the same with other figures. */
  forget(start: number, end: number) {
    for (const [key, page] of this.#kept) if (page.start < end && page.end > start) this.#kept.delete(key)
  }

  #find(start: number, limit: number): KeptPage | undefined {
    const page = this.#kept.get(keyOf(start, limit))
    // A rank that is shared with companies of the page before changes when those move.
    return page && page.firstRank === this.#board.rankAt(start) ? page : undefined
  }

  #make(start: number, limit: number): KeptPage {
    const end = start + limit
    const entries = this.#board.entries(start, end)
    const last = this.#board.keyAt(start + entries.length - 1)
    const page: KeptPage = {
      start,
      end,
      firstRank: this.#board.rankAt(start),
      reply: new EncodedReply(Buffer.from(JSON.stringify(entries))),
      lastPlace: last ? placeOf(last) : '',
    }
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest)
    this.#kept.set(keyOf(start, limit), page)
    return page
  }
}
