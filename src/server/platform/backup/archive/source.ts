import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

export class DamagedArchive extends Error {}

/** Random access to bytes. */
export type Source = {
  size: number
  /** Returns exactly `length` bytes. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** Sequential writer. */
export type Sink = {
  write(bytes: Buffer): Promise<void>
  /** Flushes to the disk and returns the stored size. */
  end(): Promise<number>
}

export async function openPlain(path: string): Promise<Source> {
  const file = await open(path, 'r')
  const found = await file.stat()
  if (!found.isFile()) {
    await file.close()
    throw new Error(`${path} is no file: name an archive.`)
  }
  const { size } = found
  return {
    size,
    async read(position, length) {
      const bytes = Buffer.alloc(length)
      for (let filled = 0; filled < length; ) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
        if (bytesRead === 0) throw new DamagedArchive('The archive is cut off.')
        filled += bytesRead
      }
      return bytes
    },
    close: () => file.close(),
  }
}

export function plainSink(file: FileHandle): Sink {
  let written = 0
  return {
    async write(bytes) {
      await file.appendFile(bytes)
      written += bytes.length
    },
    async end() {
      await file.sync()
      return written
    },
  }
}

/** A sink that computes the SHA-256 of all bytes through it. */
export function hashingSink({ write, end }: Sink) {
  const hash = createHash('sha256')
  const sink: Sink = {
    async write(bytes) {
      hash.update(bytes)
      await write(bytes)
    },
    end,
  }
  return { sink, digest: () => hash.digest('hex') }
}

const pieceBytes = 1024 * 1024

export async function* streamOf(source: Source, from = 0, size = source.size): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += pieceBytes)
    yield await source.read(from + done, Math.min(pieceBytes, size - done))
}
