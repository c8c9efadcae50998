import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from './storage.ts'

const gibibyte = 1024 ** 3

/** Files in a folder of our own. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const arriving = join(folder, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  // What a crash left half-written is nobody's.
  for (const name of await readdir(arriving)) await rm(join(arriving, name), { force: true })
  const at = (path: string) => join(folder, path)
  let expected = 0

  async function keep(temporary: string, path: string) {
    await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
    await link(temporary, at(path))
    await syncFolder(dirname(at(path)))
  }

  return {
    directUpload: async () => undefined,
    arrivedSize: async () => undefined,

    async write(path, bytes, size) {
      const temporary = join(arriving, randomBytes(12).toString('hex'))
      expected += size
      try {
        await writeDown(temporary, bytes, size)
        await keep(temporary, path)
      } catch (error) {
        throw storageProblem(error)
      } finally {
        expected -= size
        await rm(temporary, { force: true })
      }
    },

    async replace(path, localFile) {
      const temporary = join(arriving, randomBytes(12).toString('hex'))
      try {
        await copyFile(localFile, temporary, constants.COPYFILE_FICLONE)
        const handle = await open(temporary, 'r+')
        await handle.sync().finally(() => handle.close())
        await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
        await rename(temporary, at(path))
        await syncFolder(dirname(at(path)))
      } catch (error) {
        throw storageProblem(error)
      } finally {
        await rm(temporary, { force: true })
      }
    },

    read: async (path, range) => createReadStream(at(path), range ? { start: range.start, end: range.end } : {}),

    sizeOf: (path) =>
      stat(at(path)).then(
        ({ size }) => size,
        () => undefined,
      ),

    fetched: (path) =>
      stat(at(path)).then(
        () => at(path),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw storageProblem(error)
        },
      ),

    settle: async () => undefined,

    readUrl: async () => undefined,

    remove: (path) => rm(at(path), { force: true }),

    sweep: async () => undefined,

    async isNearlyFull(moreBytes) {
      const { bavail, blocks, bsize } = await statfs(folder)
      const reserve = Math.min(gibibyte, blocks * bsize * 0.05)
      return bavail * bsize - expected - moreBytes < reserve
    },

    async check() {
      await statfs(arriving).catch((error: unknown) => {
        throw storageProblem(error)
      })
    },
  }
}

/** Counts and forces to disk: an acknowledged file survives a power cut. */
async function writeDown(file: string, bytes: Readable, size: number) {
  let seen = 0
  const written = pipeline(
    bytes,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 256 * 1024 }),
  )
  // Beside the pipe and not in it: one more stream would cost for every byte.
  bytes.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > size) bytes.destroy(new Problem('file-too-large'))
  })
  await written
  if (seen !== size) throw new Problem('file-cut')
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function storageProblem(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('storage-full')
  if (code === 'EEXIST') return new Problem('file-exists')
  if (code === 'EIO' || code === 'EROFS' || code === 'EACCES' || code === 'ENOENT')
    return new Problem('storage-unavailable')
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return new Problem('file-cut')
  return error
}
