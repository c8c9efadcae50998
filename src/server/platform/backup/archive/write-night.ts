import { mkdir } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { days } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { ReadFreeSpace } from '../../storage/free-space.ts'
import { backupFolderOf, type ListedArchive, listArchives, removeOldArchives, removePartials } from './archive-names.ts'
import { judgeArchive } from './judge-archive.ts'
import { type ArchiveKeys, openKeys } from './keys.ts'
import { sharedName } from './manifest.ts'
import { type Room, watchRoom } from './room.ts'
import { isSealed, openArchive } from './sealed.ts'
import { nameVersion, openSharedFolder } from './shared-files.ts'
import { readSharedList, type SharedFile, sharedLine } from './shared-list.ts'
import { readTar } from './tar.ts'
import {
  type AddFiles,
  type BackupSource,
  type WrittenArchive,
  withBackupConnection,
  writeLocked,
} from './write-archive.ts'

type NightSource = BackupSource & {
  files: FileStore
  log: Pick<Logger, 'warn'>
  /** Checked again under the lock, when no other backup can run. */
  isNeeded: () => Promise<boolean>
  readFreeSpace?: ReadFreeSpace
}

type SharedFolder = ReturnType<typeof openSharedFolder>
type NightFiles = { folder: SharedFolder; known: ReadonlyMap<string, SharedFile>; room: Room }

/**
 * Archives all rows, and stores beside the archive the files that no earlier night has. Undefined: another process was
 * faster.
 */
export async function writeNight(source: NightSource, path: string): Promise<WrittenArchive | undefined> {
  const { config } = source
  const isEncrypted = config.encryptsBackups
  const keys = openKeys(config)
  return withBackupConnection(source, async (client) => {
    if (!(await source.isNeeded())) return undefined
    await mkdir(backupFolderOf(config), { recursive: true, mode: 0o700 })
    const room = watchRoom(backupFolderOf(config), source.readFreeSpace)
    const key = await keys.deriveForWriting()
    const folder = openSharedFolder({ archivePath: path, room, key: isEncrypted ? key : undefined })
    const clear = () => removeUnnamed(client, source, folder, keys)
    // Remove leftovers of a killed nightly backup.
    await removePartials(config)
    await clear()
    const last = await findLastNight(config, keys, isEncrypted)
    await room.require(await estimateRows(client, last?.bytes ?? (await listArchives(config))[0]?.bytes))
    const known = await readKnown(last?.path, keys)
    try {
      const addFiles: AddFiles = (paths, add) => addNew(source, { folder, known, room }, paths, add)
      const written = await writeLocked(client, { ...source, isEncrypted }, path, { key, room, addFiles, format: 3 })
      await removeOldArchives(config, 'whole')
      return written
    } finally {
      await clear()
    }
  })
}

/** For the doctor: explains why the next night has no room, estimated from the last one. */
export async function describeLackOfRoom(config: Config, readFree: ReadFreeSpace): Promise<string | undefined> {
  const last = (await findLastNight(config, openKeys(config))) ?? (await listArchives(config))[0]
  return last && watchRoom(backupFolderOf(config), readFree).lackOf(last.bytes * growth)
}

/** Expected growth of the rows from one night to the next. */
const growth = 1.25

async function estimateRows(client: pg.Client, lastBytes: number | undefined): Promise<number> {
  if (lastBytes !== undefined) return lastBytes * growth
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

async function findLastNight(
  config: Config,
  keys: ArchiveKeys,
  isEncrypted = config.encryptsBackups,
): Promise<ListedArchive | undefined> {
  for (const archive of await listArchives(config)) {
    const isAlike = (await isSealed(archive.path).catch(() => undefined)) === isEncrypted
    if (isAlike && (await readShared(archive.path, keys).catch(() => undefined))) return archive
  }
  return undefined
}

/** Trusts only a whole archive with our signature, because its facts are signed again. */
async function readKnown(path: string | undefined, keys: ArchiveKeys): Promise<ReadonlyMap<string, SharedFile>> {
  const judged = path ? await judgeArchive(path, keys, { readsShared: false }).catch(() => undefined) : undefined
  return judged?.shared ?? new Map()
}

/** Reads headers only up to the list. Undefined for an archive that is not nightly. */
async function readShared(path: string, keys: ArchiveKeys): Promise<SharedFile[] | undefined> {
  const source = await openArchive(path, keys)
  try {
    for await (const { name, bytes } of readTar(source)) {
      if (name !== sharedName) continue
      const files: SharedFile[] = []
      for await (const file of readSharedList(bytes)) files.push(file)
      return files
    }
    return undefined
  } finally {
    await source.close()
  }
}

/** Removes shared files that no archive names. Keeps all of them while one archive is unreadable. */
async function removeUnnamed(client: pg.Client, { config, log }: NightSource, folder: SharedFolder, keys: ArchiveKeys) {
  const lying = await folder.list()
  const named = new Set<string>()
  for (const { path } of await listArchives(config)) {
    try {
      for (const { stored } of (await readShared(path, keys)) ?? []) named.add(stored)
    } catch (error) {
      log.warn({ path, err: error }, 'files of old nights are kept: an archive cannot be read')
      return
    }
  }
  // A lost connection has lost the lock, and another night may be writing these files; check first.
  await client.query('select 1')
  await folder.removeExcept(lying, named)
}

/** Verifies one sixteenth of the files each night, because all nights share these bytes. */
const isDue = ({ stored }: SharedFile, now: Date) =>
  Number.parseInt(stored.slice(0, 1), 16) === Math.floor(now.getTime() / days(1)) % 16

async function addNew(
  { files, now, stopping }: NightSource,
  { folder, known, room }: NightFiles,
  paths: string[],
  add: Parameters<AddFiles>[1],
): ReturnType<AddFiles> {
  const listed: SharedFile[] = []
  const fresh: { path: string; version: string }[] = []
  const absent: string[] = []
  let needed = 0
  for (const path of paths) {
    stopping?.throwIfAborted()
    const found = await files.describe(path)
    const version = nameVersion(found?.version)
    const earlier = known.get(path)
    const isSame = earlier?.version === version && earlier.size === found?.size
    if (!found) absent.push(path)
    else if (earlier && isSame && (await folder.has(earlier, isDue(earlier, now)))) listed.push(earlier)
    else {
      fresh.push({ path, version })
      needed += found.size
    }
  }
  await room.require(needed)
  for (const { path, version } of fresh) {
    stopping?.throwIfAborted()
    const whole = await files.readWhole(path)
    if (whole) listed.push({ path, size: whole.size, version, ...(await folder.put(whole.bytes, whole.size)) })
    else absent.push(path)
  }
  await folder.sync()
  const list = Buffer.from(listed.map(sharedLine).join(''))
  await add(sharedName, list)
  return { count: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0), absent }
}
