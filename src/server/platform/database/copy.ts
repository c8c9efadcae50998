import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The driver's connection, for code that handles its messages directly. */
type Connection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

abstract class CopyStatement {
  readonly done: Promise<number>
  protected resolve: (rows: number) => void = () => {}
  protected reject: (error: unknown) => void = () => {}
  #rows = 0

  constructor(readonly text: string) {
    this.done = new Promise<number>((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  submit(connection: Connection) {
    connection.query(this.text)
  }
  handleCommandComplete(message: { text: string }) {
    this.#rows = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0)
  }
  handleReadyForQuery() {
    this.resolve(this.#rows)
  }
  handleError(error: unknown) {
    this.reject(error)
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
}

class CopyOut extends CopyStatement {
  #pieces: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> | undefined

  constructor(
    text: string,
    readonly partBytes: number,
    readonly write: (part: Buffer) => Promise<void>,
  ) {
    super(text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection) {
    // Copy the chunk, because the driver reuses its buffer.
    this.#pieces.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < this.partBytes || this.#writing) return
    stream.pause()
    this.#writing = this.#flush().then(
      () => {
        this.#writing = undefined
        stream.resume()
      },
      (error: unknown) => {
        this.reject(error)
        stream.destroy()
      },
    )
  }

  override handleReadyForQuery() {
    void (this.#writing ?? Promise.resolve())
      .then(() => this.#flush())
      .then(() => super.handleReadyForQuery())
      .catch(this.reject)
  }

  async #flush() {
    if (this.#bytes === 0) return
    const part = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#bytes = 0
    await this.write(part)
  }
}

class CopyIn extends CopyStatement {
  #failed = false

  constructor(
    text: string,
    readonly chunks: AsyncIterable<Buffer>,
  ) {
    super(text)
  }

  handleCopyInResponse(connection: Connection) {
    void this.#send(connection)
  }
  handleCopyData() {}
  override handleError(error: unknown) {
    this.#failed = true
    super.handleError(error)
  }

  async #send(connection: Connection) {
    try {
      for await (const chunk of this.chunks) {
        if (this.#failed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      // Reject first, because PostgreSQL's answer to the failure says less.
      this.reject(error)
      connection.sendCopyFail('the source failed')
    }
  }
}

const run = (client: pg.ClientBase, statement: CopyOut | CopyIn): Promise<number> => {
  client.query(statement as unknown as pg.Submittable)
  return statement.done
}

/**
 * `copy … to stdout` in parts of roughly this size, each written before the next one is read. Returns the number of
 * rows.
 */
export const copyOut = (
  client: pg.ClientBase,
  text: string,
  partBytes: number,
  write: (part: Buffer) => Promise<void>,
): Promise<number> => run(client, new CopyOut(text, partBytes, write))

/** `copy … from stdin` with backpressure, so memory stays bounded. Returns the number of rows. */
export const copyIn = (client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<number> =>
  run(client, new CopyIn(text, chunks))
