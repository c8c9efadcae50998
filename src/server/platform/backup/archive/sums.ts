import { createHash } from 'node:crypto'
import { DamagedArchive } from './source.ts'

export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`

/** Passes bytes on and computes their SHA-256. */
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

/** Passes bytes on and throws at the end if their hash differs. */
export async function* requireHash(bytes: AsyncIterable<Buffer>, expected: string | undefined, sentence: string) {
  const hashed = hashWhile(bytes)
  yield* hashed.bytes
  if (hashed.digest() !== expected) throw new DamagedArchive(sentence)
}

export async function readToEnd(bytes: AsyncIterable<Buffer>) {
  for await (const _ of bytes);
}

/** Lines of a byte stream, with a length limit for names and hashes. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
