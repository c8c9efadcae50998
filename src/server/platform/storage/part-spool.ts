import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

type Store = (length: number, where: { start: number; isTail: boolean }) => Promise<void>
type Progress = {
  partBytes: number
  /** Bytes already in the file: the previous piece's tail. */
  begun: number
  /** Bytes in whole parts. */
  sent: number
  size: number
}

/**
 * Buffers incoming bytes in a file of one part's size and stores each full part, so slow uploads hold no parts in
 * memory. The rest becomes the last part, or the tail for the next piece.
 */
export class PartSpool extends Writable {
  readonly #file: string
  readonly #store: Store
  readonly #progress: Progress
  readonly #before: { sent: number; begun: number }
  #handle: FileHandle | undefined
  #filled: number

  constructor(file: string, progress: Progress, store: Store) {
    super({ highWaterMark: 256 * 1024 })
    this.#file = file
    this.#store = store
    this.#progress = { ...progress }
    this.#before = progress
    this.#filled = progress.begun
  }

  /** The number of stored bytes, valid after the stream is closed. */
  get arrived(): number {
    return this.#progress.sent + this.#filled
  }

  override _construct(done: (error?: Error | null) => void) {
    open(this.#file, this.#filled > 0 ? 'r+' : 'w', 0o600).then((handle) => {
      this.#handle = handle
      done()
    }, done)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.#take(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void) {
    this.#storeRest().then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    const closing = this.#handle?.close() ?? Promise.resolve()
    closing.then(() => done(error), done)
  }

  async #take(chunk: Buffer) {
    const { partBytes } = this.#progress
    let rest = chunk
    while (rest.length > 0) {
      const fitting = rest.subarray(0, partBytes - this.#filled)
      await this.#handle?.write(fitting, 0, fitting.length, this.#filled)
      this.#filled += fitting.length
      rest = rest.subarray(fitting.length)
      if (this.#filled === partBytes && this.arrived < this.#progress.size) await this.#storePart()
    }
  }

  async #storePart() {
    await this.#store(this.#filled, { start: this.#progress.sent, isTail: false })
    this.#progress.sent += this.#filled
    this.#filled = 0
    await this.#handle?.truncate(0)
  }

  async #storeRest() {
    const { sent, size } = this.#progress
    if (this.#filled === 0) return
    if (this.arrived === size) return this.#storePart()
    // No bytes arrived, so the tail is stored already.
    const isKnown = sent === this.#before.sent && this.#filled === this.#before.begun
    if (!isKnown) await this.#store(this.#filled, { start: sent, isTail: true })
  }
}
