import { isFilePath } from './manifest.ts'
import { DamagedArchive } from './source.ts'
import { readLines } from './sums.ts'

/** One file of a nightly archive. Its bytes lie beside the archive, shared by all nights. */
export type SharedFile = {
  path: string
  /** The hash of the plain content. */
  sha256: string
  size: number
  /** The name on disk: SHA-256 of the stored bytes. For an encrypted file it reveals nothing of the content. */
  stored: string
  /** The file store's version of these bytes; a different version may mean different bytes. */
  version: string
}

const pattern = /^([0-9a-f]{64}) (0|[1-9]\d{0,14}) ([0-9a-f]{64}) ([0-9a-f]{16}) (\S+)$/

export const sharedLine = ({ sha256, size, stored, version, path }: SharedFile) =>
  `${sha256} ${size} ${stored} ${version} ${path}\n`

/** Throws at the first line that our writer cannot have written. */
export async function* readSharedList(bytes: AsyncIterable<Buffer>): AsyncGenerator<SharedFile> {
  for await (const line of readLines(bytes)) {
    const [, sha256 = '', size, stored = '', version = '', path = ''] = pattern.exec(line) ?? []
    if (!isFilePath(path)) throw new DamagedArchive('The archive is damaged: its list of files cannot be read.')
    yield { path, sha256, size: Number(size), stored, version }
  }
}
