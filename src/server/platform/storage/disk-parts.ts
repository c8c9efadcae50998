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
 * Resumable uploads below a folder: each is one file whose length is its progress. Every piece is written at its offset
 * and flushed before it is answered.
 */
export async function openDiskParts(folder: string, expect: (bytes: number) => void): Promise<DiskParts> {
  const parts = join(folder, 'parts')
  await mkdir(parts, { recursive: true, mode: 0o700 })
  const at = (path: string) => join(folder, path)
  const partOf = (path: string) => join(parts, path.replaceAll('/', '-'))

  async function arrivedSize({ path, size }: PartialFile): Promise<number> {
    const part = await sizeOf(partOf(path))
    if (part !== undefined) return part
    // A process moved the file into place but ended before it updated the row.
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
      // Write at the offset instead of appending, so a late byte lands in its place.
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

    // Rows remove their parts earlier; this covers parts without a row.
    removeStale: () => removeOlder(parts, abandoned),
  }
}

/** Removes leftovers of a crash. Young files may be uploads in progress, in another process too. */
export async function removeOlder(folder: string, age: number) {
  for (const name of await readdir(folder).catch(fail)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - age) await rm(file, { force: true }).catch(fail)
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
