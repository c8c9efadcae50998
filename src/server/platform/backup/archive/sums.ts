import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** Passes bytes on and says their SHA-256 once they have all gone by. */
export function hashWhile(bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  async function* pass() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: pass(), digest: () => hash.digest('hex') }
}

export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`

/** Lines in a file of its own: as many as there are files, and none of them in memory. */
export class LineFile {
  #waiting: string[] = []
  #bytes = 0
  readonly #hash = createHash('sha256')

  private constructor(
    readonly path: string,
    readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<LineFile> {
    return new LineFile(path, await open(path, 'wx', 0o600))
  }

  async add(line: string) {
    this.#waiting.push(line)
    this.#bytes += Buffer.byteLength(line)
    this.#hash.update(line)
    if (this.#waiting.length >= 1_000) await this.#flush()
  }

  async #flush() {
    await this.file.appendFile(this.#waiting.splice(0).join(''))
  }

  /** Nothing is added any more. */
  async finish(): Promise<{ size: number; sha256: string }> {
    await this.#flush()
    return { size: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  bytes(): AsyncIterable<Buffer> {
    return createReadStream(this.path)
  }

  lines(): AsyncIterable<string> {
    return createInterface({ input: createReadStream(this.path) })
  }

  async remove() {
    await this.file.close().catch(() => undefined)
    await rm(this.path, { force: true })
  }
}

/** The lines of a stream of bytes, none longer than a name and a hash can be. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
