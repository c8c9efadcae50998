import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hours } from '../clock.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore, PartialFile } from './file-store.ts'
import { receivePiece } from './receive-piece.ts'
import { storageProblem } from './storage-errors.ts'

const abandoned = hours(25)

type DiskParts = Pick<FileStore, 'beginParts' | 'arrivedSize' | 'append' | 'finishParts'> & {
  remove(path: string): Promise<void>
  removeStale(): Promise<void>
}

/**
 * Files that are sent in pieces, below a folder: each is one file, and its length is how much has arrived. Every piece is
 * written at its own place and forced to disk before it is answered.
 */
export async function openDiskParts(folder: string, expect: (bytes: number) => void): Promise<DiskParts> {
  const parts = join(folder, 'parts')
  await mkdir(parts, { recursive: true, mode: 0o700 })
  const at = (path: string) => join(folder, path)
  const partOf = (path: string) => join(parts, path.replaceAll('/', '-'))

  async function arrivedSize({ path, size }: PartialFile): Promise<number> {
    const part = await sizeOf(partOf(path))
    if (part !== undefined) return part
    // Put in its place already, by a process that did not live to write so into the row.
    if ((await sizeOf(at(path))) === size) return size
    await stat(parts).catch(fail)
    throw new Problem('not-found')
  }

  return {
    async beginParts(path) {
      const handle = await open(partOf(path), 'wx', 0o600).catch(fail)
      await handle.close()
      return 'disk'
    },

    arrivedSize,

    async append({ path, size }, { offset, bytes, signal }) {
      const part = partOf(path)
      // At its place and not at the end: a byte that is written late is written where it belongs.
      const file = createWriteStream(part, { flags: 'r+', start: offset, flush: true, highWaterMark: 256 * 1024 })
      const most = size - offset
      expect(most)
      try {
        await receivePiece(bytes, file, { most, signal })
        return (await stat(part)).size
      } catch (error) {
        throw storageProblem(error)
      } finally {
        expect(-most)
      }
    },

    async finishParts(file) {
      const { path } = file
      try {
        await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
        await rename(partOf(path), at(path))
        await syncFolder(dirname(at(path)))
      } catch (error) {
        if (isMissing(error) && (await arrivedSize(file)) === file.size) return
        throw storageProblem(error)
      }
    },

    remove: (path) => rm(partOf(path), { force: true }).catch(fail),

    // Rows end them earlier; this is for those that no row names.
    async removeStale() {
      for (const name of await readdir(parts).catch(fail)) {
        const file = join(parts, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < Date.now() - abandoned) await rm(file, { force: true }).catch(fail)
      }
    },
  }
}

export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    (error: unknown) => (isMissing(error) ? undefined : fail(error)),
  )

const fail = (error: unknown): never => {
  throw storageProblem(error)
}
