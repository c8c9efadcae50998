import { matchingPlain, plainText } from '#contract/text/matching.ts'
import type { BoardCompany } from './board-rules.ts'
import type { ReadableBoard } from './ordered-board.ts'

/** People type letter by letter, and several of them the same. */
const mostKept = 50

/** Finds companies by name. What was found is kept until the board changes. */
export class BoardSearch {
  readonly #board: ReadableBoard
  readonly #names = new WeakMap<BoardCompany, string>()
  readonly #kept = new Map<string, number[]>()
  #version = -1

  constructor(board: ReadableBoard) {
    this.#board = board
  }

  /** Positions on the board, in order. */
  find(typed: string): number[] {
    if (this.#version !== this.#board.version || this.#kept.size > mostKept) this.#kept.clear()
    this.#version = this.#board.version
    const found = this.#kept.get(typed) ?? this.#search(typed)
    this.#kept.set(typed, found)
    return found
  }

  #search(typed: string): number[] {
    const matches = matchingPlain(typed)
    return this.#board.positionsWhere((company) => matches(this.#plainName(company)))
  }

  #plainName(company: BoardCompany): string {
    let name = this.#names.get(company)
    if (name === undefined) {
      name = plainText(company.name)
      this.#names.set(company, name)
    }
    return name
  }
}
