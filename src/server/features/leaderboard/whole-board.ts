import { setImmediate } from 'node:timers/promises'
import { SharedReply } from '#server/platform/http/replies/shared-reply.ts'
import type { Board } from './board/board.ts'

const largeBoard = 1_000
const longestKept = 1_000
/** Rows per chunk, which blocks the event loop for some five milliseconds. */
const rowsAtOnce = 5_000

/** The whole board as one reply. A large one is made at most once a second and cached meanwhile. */
export class WholeBoard {
  #kept: { board: Board; madeAt: number; reply: Promise<SharedReply> } | undefined

  read(board: Board): Promise<SharedReply> {
    const now = performance.now()
    const isKept =
      this.#kept?.board === board || (board.size > largeBoard && now - (this.#kept?.madeAt ?? 0) < longestKept)
    if (!this.#kept || !isKept) this.#kept = { board, madeAt: now, reply: serialise(board) }
    return this.#kept.reply
  }
}

async function serialise(board: Board): Promise<SharedReply> {
  const parts: string[] = []
  for (let start = 0; start < board.size; start += rowsAtOnce) {
    parts.push(JSON.stringify(board.entries(start, start + rowsAtOnce)).slice(1, -1))
    await setImmediate()
  }
  return new SharedReply(`[${parts.join()}]`)
}
