import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../storage/disk-parts.ts'
import type { ArchiveKey, ArchiveKeys } from './keys.ts'
import type { Room } from './room.ts'
import { openSealed, sealedSink, sealedSizeOf } from './sealed.ts'
import type { SharedFile } from './shared-list.ts'
import { DamagedArchive, hashingSink, openPlain, plainSink, type Source, streamOf } from './source.ts'
import { hashWhile, readToEnd, requireHash } from './sums.ts'

/** The shared files of all nightly archives of a folder: each content once, named by its hash. */
const sharedFolderOf = (archivePath: string) => join(dirname(archivePath), 'backup-files')

const placeOf = (folder: string, stored: string) => join(folder, stored.slice(0, 2), stored)

/** Throws if the file is missing: the archive was moved without its shared files. */
async function openShared(
  archivePath: string,
  { path, stored }: SharedFile,
  sealedWith: ArchiveKeys | undefined,
): Promise<Source> {
  const folder = sharedFolderOf(archivePath)
  const place = placeOf(folder, stored)
  try {
    return await (sealedWith ? openSealed(place, sealedWith) : openPlain(place))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new DamagedArchive(
      `The archive lacks ${path}: ${place} is missing. The folder ${folder} belongs to every nightly archive, copy it with them.`,
    )
  }
}

type Reading = { path: string; keys: ArchiveKeys; isEncrypted: boolean; shared: ReadonlyMap<string, SharedFile> }

/** Reads the files beside an archive. The bytes of a file throw at their end if its hash differs. */
export async function* readShared({ path, keys, isEncrypted, shared }: Reading) {
  for (const file of shared.values()) {
    const source = await openShared(path, file, isEncrypted ? keys : undefined)
    const damaged = `The archive is damaged: ${file.path}, which lies beside it, is not what was written.`
    try {
      yield { path: file.path, bytes: requireHash(streamOf(source), file.sha256, damaged) }
    } finally {
      await source.close()
    }
  }
}

type Writing = { archivePath: string; room: Room; key?: ArchiveKey }

/** Requires the backup lock for writing and removing. */
export function openSharedFolder({ archivePath, room, key }: Writing) {
  const folder = sharedFolderOf(archivePath)
  const arriving = join(folder, 'arriving')
  const touched = new Set<string>()

  return {
    /** Atomic. Unencrypted files with the same content are stored once. */
    async put(bytes: AsyncIterable<Buffer>, size: number): Promise<Pick<SharedFile, 'sha256' | 'stored'>> {
      await mkdir(arriving, { recursive: true, mode: 0o700 })
      const draft = join(arriving, randomBytes(12).toString('hex'))
      try {
        const { sha256, stored, written } = await writeDraft(draft, { bytes, size, room, key })
        const place = placeOf(folder, stored)
        // Keep an existing file: other nights name it, and copies of the folder contain it.
        if ((await sizeOf(place)) !== written) {
          await mkdir(dirname(place), { recursive: true, mode: 0o700 })
          await rename(draft, place)
          touched.add(dirname(place))
        }
        return { sha256, stored }
      } finally {
        await rm(draft, { force: true })
      }
    },

    /** `looksInside` verifies the hash and removes a damaged file, so disk errors are found early. */
    async has({ stored, size }: SharedFile, looksInside: boolean): Promise<boolean> {
      const place = placeOf(folder, stored)
      if ((await sizeOf(place)) !== (key ? sealedSizeOf(size) : size)) return false
      if (!looksInside || (await hashOf(place)) === stored) return true
      await rm(place)
      return false
    },

    /** Flushes folders to the disk before an archive names the new files. */
    async sync() {
      for (const one of [...touched, ...(touched.size > 0 ? [folder, dirname(folder)] : [])]) await syncFolder(one)
    },

    /** Lists all files. Call it before reading the archives, so a file added later is not removed. */
    async list(): Promise<string[]> {
      const below = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const inside = below.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
      const listed = inside.map(async (one) => (await readdir(one)).map((name) => join(one, name)))
      return (await Promise.all(listed)).flat()
    },

    async removeExcept(lying: string[], named: ReadonlySet<string>) {
      for (const place of lying) {
        const isNamed = placeOf(folder, place.slice(-64)) === place && named.has(place.slice(-64))
        if (!isNamed) await rm(place, { force: true })
      }
      // Remove folders that are empty now; rmdir fails for the others.
      for (const one of new Set([...lying.map(dirname), arriving])) await rmdir(one).catch(() => undefined)
      await rmdir(folder).catch(() => undefined)
    },
  }
}

type Draft = { bytes: AsyncIterable<Buffer>; size: number; room: Room; key: ArchiveKey | undefined }

/** Writes the content, encrypted if there is a key. `sha256` is of the content, `stored` of what was written. */
async function writeDraft(draft: string, { bytes, size, room, key }: Draft) {
  const file = await open(draft, 'wx', 0o600)
  try {
    const hashed = hashingSink(room.watch(plainSink(file)))
    const sink = key ? await sealedSink(hashed.sink, key) : hashed.sink
    const content = hashWhile(bytes)
    let seen = 0
    for await (const chunk of content.bytes) {
      seen += chunk.length
      await sink.write(chunk)
    }
    if (seen !== size) throw new Error('A file changed while it was read.')
    const written = await sink.end()
    return { sha256: content.digest(), stored: hashed.digest(), written }
  } finally {
    await file.close()
  }
}

const sizeOf = (place: string) =>
  stat(place).then(
    ({ size }) => size,
    () => undefined,
  )

async function hashOf(place: string): Promise<string> {
  const source = await openPlain(place)
  const hashed = hashWhile(streamOf(source))
  await readToEnd(hashed.bytes).finally(() => source.close())
  return hashed.digest()
}

export const nameVersion = (...parts: unknown[]) =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)
