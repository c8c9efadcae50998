import { isFilePath } from './manifest.ts'
import { DamagedArchive } from './source.ts'
import { readLines } from './sums.ts'

/** One file of a nightly archive: its bytes lie beside the archive, for all nights that have it. */
export type SharedFile = {
  path: string
  /** Of the bytes themselves. */
  sha256: string
  size: number
  /** The SHA-256 of the bytes as they lie there, and their name: of encrypted ones it tells nothing about the file. */
  stored: string
  /** As the file store called these bytes; another one means that they may be others. */
  version: string
}

const pattern = /^([0-9a-f]{64}) (0|[1-9]\d{0,14}) ([0-9a-f]{64}) ([0-9a-f]{16}) (\S+)$/

export const sharedLine = ({ sha256, size, stored, version, path }: SharedFile) =>
  `${sha256} ${size} ${stored} ${version} ${path}\n`

/** Throws at the first line that the product would not have written. */
export async function* readSharedList(bytes: AsyncIterable<Buffer>): AsyncGenerator<SharedFile> {
  for await (const line of readLines(bytes)) {
    const [, sha256 = '', size, stored = '', version = '', path = ''] = pattern.exec(line) ?? []
    if (!isFilePath(path)) throw new DamagedArchive('The archive is damaged: its list of files cannot be read.')
    yield { path, sha256, size: Number(size), stored, version }
  }
}
