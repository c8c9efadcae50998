import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { minutes } from '../clock.ts'
import { Problem } from '../errors/problem.ts'
import { isMissing, openDiskParts, removeOlder, syncFolder } from './disk-parts.ts'
import type { FileStore } from './file-store.ts'
import { storageProblem } from './storage-errors.ts'

const gibibyte = 1024 ** 3
/** Far longer than an upload may stall. */
const abandoned = minutes(10)

/** Names in the folder that are not stored files. */
const ownNames = /^(arriving|parts|identity)$/

/** A file store in a local folder. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const arriving = join(folder, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  const at = (path: string) => join(folder, path)
  let expected = 0
  const {
    remove: removePart,
    removeStale,
    ...parts
  } = await openDiskParts(folder, (bytes) => {
    expected += bytes
  })

  async function keep(temporary: string, path: string) {
    await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 }).catch(fail)
    await link(temporary, at(path)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Problem('file-exists') : error
    })
    await syncFolder(dirname(at(path)))
  }

  async function find(path: string) {
    try {
      return await stat(at(path))
    } catch (error) {
      // A missing file is conclusive only while the folder exists.
      await statfs(arriving).catch(fail)
      if (isMissing(error)) return undefined
      throw storageProblem(error)
    }
  }
  const sizeOf = async (path: string) => (await find(path))?.size

  return {
    directUpload: async () => undefined,
    uploadedSize: async () => undefined,
    ...parts,

    async write(path, bytes, size, signal) {
      const temporary = join(arriving, randomBytes(12).toString('hex'))
      expected += size
      try {
        await writeDown(temporary, bytes, size, signal)
        await keep(temporary, path)
      } catch (error) {
        throw storageProblem(error)
      } finally {
        expected -= size
        await rm(temporary, { force: true }).catch(() => undefined)
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
        await rm(temporary, { force: true }).catch(() => undefined)
      }
    },

    // Open it before returning the stream, so an error can still be answered with a sentence.
    async read(path, range) {
      const handle = await open(at(path), 'r').catch(fail)
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {})
    },

    async readWhole(path) {
      if ((await sizeOf(path)) === undefined) return undefined
      const handle = await open(at(path), 'r').catch(fail)
      // Use the size of the open file: a replacement may have another size.
      const { size } = await handle.stat().catch(fail)
      return { size, bytes: handle.createReadStream({ highWaterMark: 256 * 1024 }) }
    },

    async describe(path) {
      const found = await find(path)
      return found && { size: found.size, version: `${found.ino} ${found.mtimeMs}` }
    },

    sizeOf,

    localCopyOf: async (path) => ((await sizeOf(path)) === undefined ? undefined : at(path)),

    discardOriginal: async () => undefined,

    readUrl: async () => undefined,

    async remove(path) {
      await statfs(arriving).catch(fail)
      await rm(at(path), { force: true }).catch(fail)
      await removePart(path)
    },

    async removeStaleUploads() {
      await removeStale()
      await removeOlder(arriving, abandoned)
    },

    async isEmpty() {
      const entries = await readdir(folder, { withFileTypes: true }).catch(fail)
      const others = entries.filter(({ name }) => !ownNames.test(name))
      for (const entry of others) if (!entry.isDirectory() || (await readdir(at(entry.name))).length > 0) return false
      return true
    },

    async isNearlyFull(moreBytes) {
      const { bavail, blocks, bsize } = await statfs(arriving).catch(fail)
      const reserve = Math.min(gibibyte, blocks * bsize * 0.05)
      return bavail * bsize - expected - moreBytes < reserve
    },

    async check() {
      await statfs(arriving).catch(fail)
    },
  }
}

/**
 * Counts bytes and flushes to the disk, so an acknowledged file survives a power cut. It never destroys `bytes`,
 * because the answer and the next request use the same connection.
 */
function writeDown(name: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(name, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 256 * 1024 })
  let seen = 0
  let failure: unknown
  return new Promise<void>((resolve, reject) => {
    const stop = (error: unknown) => {
      failure ??= error
      bytes.unpipe(file)
      file.destroy()
    }
    const abort = () => stop(signal?.reason)
    signal?.addEventListener('abort', abort)
    // Count with a listener instead of another stream, which costs time for every byte.
    bytes.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > size) stop(new Problem('file-too-large'))
    })
    bytes.once('error', stop)
    bytes.once('close', () => bytes.readableEnded || stop(new Problem('file-cut')))
    file.once('error', stop)
    // Wait for the close: a file that is still being opened would appear after its removal.
    file.once('close', () => {
      signal?.removeEventListener('abort', abort)
      if (seen !== size) failure ??= new Problem('file-cut')
      if (failure) reject(failure)
      else resolve()
    })
    if (signal?.aborted) abort()
    else if (bytes.destroyed) stop(new Problem('file-cut'))
    else bytes.pipe(file)
  })
}

const fail = (error: unknown): never => {
  throw storageProblem(error)
}
