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

/** The files of all nightly archives of a folder, each once, named by the hash of their bytes. */
const sharedFolderOf = (archivePath: string) => join(dirname(archivePath), 'backup-files')

const placeOf = (folder: string, stored: string) => join(folder, stored.slice(0, 2), stored)

/** Throws where it is missing: an archive was moved without them. */
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

/** The files that lie beside an archive. The bytes of one throw at their end unless they are what the archive says. */
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

/** Only whoever has the lock of backups writes and removes here. */
export function openSharedFolder({ archivePath, room, key }: Writing) {
  const folder = sharedFolderOf(archivePath)
  const arriving = join(folder, 'arriving')
  const touched = new Set<string>()

  return {
    /** Whole or not at all. The same bytes in plain are there once. */
    async put(bytes: AsyncIterable<Buffer>, size: number): Promise<Pick<SharedFile, 'sha256' | 'stored'>> {
      await mkdir(arriving, { recursive: true, mode: 0o700 })
      const draft = join(arriving, randomBytes(12).toString('hex'))
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
        const stored = hashed.digest()
        const place = placeOf(folder, stored)
        // Those that are there stay as they are: other nights name them, and copies of the folder have them.
        if ((await sizeOf(place)) !== written) {
          await mkdir(dirname(place), { recursive: true, mode: 0o700 })
          await rename(draft, place)
          touched.add(dirname(place))
        }
        return { sha256: content.digest(), stored }
      } finally {
        await file.close()
        await rm(draft, { force: true })
      }
    },

    /** With `looksInside` it is read and removed if damaged: a bad disk is found before the file is gone everywhere else. */
    async has({ stored, size }: SharedFile, looksInside: boolean): Promise<boolean> {
      const place = placeOf(folder, stored)
      if ((await sizeOf(place)) !== (key ? sealedSizeOf(size) : size)) return false
      if (!looksInside || (await hashOf(place)) === stored) return true
      await rm(place)
      return false
    },

    /** Before an archive names what was put there. */
    async sync() {
      for (const one of [...touched, ...(touched.size > 0 ? [folder, dirname(folder)] : [])]) await syncFolder(one)
    },

    /** Everything that lies there now, read before it is asked which of it is named. */
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
      // Those that are empty now.
      for (const one of new Set([...lying.map(dirname), arriving])) await rmdir(one).catch(() => undefined)
      await rmdir(folder).catch(() => undefined)
    },
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
