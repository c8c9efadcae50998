import { createHash } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { EncodedReply } from './encoded-reply.ts'
import type { BoardSnapshot, OrderedBoard } from './ordered-board.ts'

/** Beyond this, a board is made at most once per pause as a whole, however often it changes. */
export const largeBoard = 1_000
export const pauseForLargeBoards = 1_000
/** Serialised without letting others have the event loop: about a millisecond. */
const rowsAtOnce = 1_000

/** The whole board as one answer. Whoever asks never gets one that is older than the question: they wait for the next. */
export class WholeBoard {
  readonly #board: OrderedBoard
  #kept: { version: number; reply: EncodedReply } | undefined
  #next: Promise<EncodedReply> | undefined
  #serialising: Promise<unknown> = Promise.resolve()
  #serialisedAt = Number.NEGATIVE_INFINITY

  constructor(board: OrderedBoard) {
    this.#board = board
  }

  read(): EncodedReply | Promise<EncodedReply> {
    if (this.#kept?.version === this.#board.version) return this.#kept.reply
    this.#next ??= this.#makeNext()
    return this.#next
  }

  async #makeNext(): Promise<EncodedReply> {
    await this.#serialising
    const wait = this.#board.size > largeBoard ? this.#serialisedAt + pauseForLargeBoards - performance.now() : 0
    if (wait > 0) await setTimeout(wait, undefined, { ref: false })
    // From here on its content is decided: who comes later and has seen a newer version waits for another one.
    this.#next = undefined
    this.#serialisedAt = performance.now()
    const snapshot = this.#board.snapshot()
    const serialising = serialise(snapshot)
    this.#serialising = serialising.catch(() => undefined)
    const reply = await serialising
    this.#kept = { version: snapshot.version, reply }
    return reply
  }
}

async function serialise(board: BoardSnapshot): Promise<EncodedReply> {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  const add = (text: string) => {
    const part = Buffer.from(text)
    hash.update(part)
    parts.push(part)
  }
  add('[')
  for (let start = 0; start < board.size; start += rowsAtOnce) {
    const rows = JSON.stringify(board.entries(start, start + rowsAtOnce)).slice(1, -1)
    add(start > 0 ? `,${rows}` : rows)
    if (start + rowsAtOnce < board.size) await setImmediate()
  }
  add(']')
  return new EncodedReply(Buffer.concat(parts), hash.digest('base64url'))
}
