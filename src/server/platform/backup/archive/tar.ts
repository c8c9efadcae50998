import { DamagedArchive, type Sink, type Source, streamOf } from './source.ts'

/**
 * Supports plain ustar files only; name and size determine every header byte. The reader refuses everything else, so an
 * archive cannot name a link, a device or an outside path.
 */
const blockBytes = 512
const longestName = 100
/** Eleven octal digits. */
const largestFile = 8 ** 11 - 1

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
  // A constant time: the manifest has the real one.
  header.write(`${'0'.repeat(11)}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Letters, digits, dots, dashes and underscores between slashes; no parent folders. */
function isPlainName(name: string): boolean {
  return name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes
const endBytes = 2 * blockBytes

export type TarEntry = {
  name: string
  size: number
  /** Optional to read. */
  bytes: AsyncIterable<Buffer>
}

/** Every entry in order. Throws `DamagedArchive` at the first byte that our writer cannot have written. */
export async function* readTar(source: Source): AsyncGenerator<TarEntry> {
  for (let at = 0; ; ) {
    if (at + endBytes > source.size) throw new DamagedArchive('The archive is cut off.')
    const header = await source.read(at, blockBytes)
    if (header.every((byte) => byte === 0)) {
      requireZeros(await source.read(at, endBytes))
      if (at + endBytes !== source.size) throw new DamagedArchive('The archive goes on behind its end.')
      return
    }
    const { name, size } = parseHeader(header)
    at += blockBytes
    if (at + size + paddingOf(size) + endBytes > source.size)
      throw new DamagedArchive(`The archive is cut off in ${name}.`)
    yield { name, size, bytes: streamOf(source, at, size) }
    requireZeros(await source.read(at + size, paddingOf(size)))
    at += size + paddingOf(size)
  }
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('latin1', 0, longestName).replace(/\0+$/, '')
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
  try {
    if (makeHeader(name, size).equals(header)) return { name, size }
  } catch {
    // Fall through to the error below: our writer cannot have written this header.
  }
  throw new DamagedArchive('The archive is damaged: a header cannot be read.')
}

function requireZeros(bytes: Buffer) {
  if (bytes.some((byte) => byte !== 0)) throw new DamagedArchive('The archive is damaged between two files.')
}

/** Writes entries sequentially; `end` completes the archive. */
export function writeTar({ write, end }: Sink) {
  return {
    async add(name: string, size: number, bytes: AsyncIterable<Buffer>) {
      await write(makeHeader(name, size))
      let seen = 0
      for await (const chunk of bytes) {
        seen += chunk.length
        if (seen > size) break
        await write(chunk)
      }
      if (seen !== size) throw new Error(`${name} changed while it was read`)
      await write(Buffer.alloc(paddingOf(size)))
    },
    async end() {
      await write(Buffer.alloc(endBytes))
      return end()
    },
  }
}
