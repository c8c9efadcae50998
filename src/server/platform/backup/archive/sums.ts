import { createHash } from 'node:crypto'
import { DamagedArchive } from './source.ts'

export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`

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

/** Passes bytes on, and throws at their end unless they are those of this hash. */
export async function* requireHash(bytes: AsyncIterable<Buffer>, wanted: string | undefined, sentence: string) {
  const hashed = hashWhile(bytes)
  yield* hashed.bytes
  if (hashed.digest() !== wanted) throw new DamagedArchive(sentence)
}

export async function readToEnd(bytes: AsyncIterable<Buffer>) {
  for await (const _ of bytes);
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
