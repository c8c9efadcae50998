import type { FileHandle } from 'node:fs/promises'

/**
 * One kind of tar only: plain files in ustar form, every header byte decided by name and size. Common tools read it; here anything else
 * is refused, so that no damaged or foreign archive can name a link, a device or a place outside.
 */
const blockBytes = 512
const longestName = 100
/** Eleven octal digits. */
const largestFile = 8 ** 11 - 1

export class DamagedArchive extends Error {}

export function makeHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > longestName || !isPlainName(name))
    throw new Error(`${name} cannot be put in an archive`)
  if (size > largestFile) throw new Error(`${name} is too large for an archive`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  // One moment for all: when a file was made says the manifest.
  header.write(`${'0'.repeat(11)}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Letters, digits, dots, dashes and underscores between slashes; no part that leads elsewhere. */
function isPlainName(name: string): boolean {
  return name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes
const endBytes = 2 * blockBytes

export type TarEntry = {
  name: string
  size: number
  /** To be read to its end before the next entry is asked for. */
  bytes: AsyncIterable<Buffer>
}

/** Every entry in its order. Throws `DamagedArchive` at the first byte that our own writer would not have written. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: total } = await file.stat()
  const source = readExactly(file)
  for (let at = 0; ; ) {
    const header = await source.take(blockBytes)
    at += blockBytes
    if (header.every((byte) => byte === 0)) {
      requireZeros(await source.take(endBytes - blockBytes))
      if (at + endBytes - blockBytes !== total) throw new DamagedArchive('The archive goes on behind its end.')
      return
    }
    const { name, size } = parseHeader(header)
    if (at + size + paddingOf(size) + endBytes > total) throw new DamagedArchive(`The archive is cut off in ${name}.`)
    const bytes = source.stream(size)
    yield { name, size, bytes }
    if (!source.isAtEndOf(size)) throw new Error(`${name} was not read to its end`)
    requireZeros(await source.take(paddingOf(size)))
    at += size + paddingOf(size)
  }
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('latin1', 0, longestName).replace(/\0+$/, '')
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
  try {
    if (makeHeader(name, size).equals(header)) return { name, size }
  } catch {
    // Said below: such a header was never written.
  }
  throw new DamagedArchive('The archive is damaged: a header cannot be read.')
}

function requireZeros(bytes: Buffer) {
  if (bytes.some((byte) => byte !== 0)) throw new DamagedArchive('The archive is damaged between two files.')
}

const chunkBytes = 1024 * 1024

/** One after the other, from the beginning. */
function readExactly(file: FileHandle) {
  let position = 0
  let streamed = 0

  async function take(size: number): Promise<Buffer> {
    const bytes = Buffer.alloc(size)
    for (let filled = 0; filled < size; ) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, position)
      if (bytesRead === 0) throw new DamagedArchive('The archive is cut off.')
      filled += bytesRead
      position += bytesRead
    }
    return bytes
  }

  async function* stream(size: number) {
    streamed = 0
    while (streamed < size) {
      const chunk = await take(Math.min(chunkBytes, size - streamed))
      streamed += chunk.length
      yield chunk
    }
  }
  return { take, stream, isAtEndOf: (size: number) => size === 0 || streamed === size }
}

/** Writes entries one after the other; `end` makes it a whole archive. */
export function writeTar(file: FileHandle) {
  let written = 0
  const put = async (bytes: Buffer) => {
    await file.appendFile(bytes)
    written += bytes.length
  }
  return {
    async add(name: string, size: number, bytes: AsyncIterable<Buffer>) {
      await put(makeHeader(name, size))
      let seen = 0
      for await (const chunk of bytes) {
        seen += chunk.length
        if (seen > size) break
        await put(chunk)
      }
      if (seen !== size) throw new Error(`${name} changed while it was read`)
      await put(Buffer.alloc(paddingOf(size)))
    },
    async end() {
      await put(Buffer.alloc(endBytes))
      await file.sync()
      return written
    },
  }
}
