import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockDataFolder } from '@sports-week/embedded-postgres/data-folder'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import type { Db } from '../database/client.ts'
import { openDatabase } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { assemblePlatform } from '../open-platform.ts'
import type { Platform } from '../platform.ts'
import type { FileStore } from '../storage/file-store.ts'
import { inGigabytes, type ReadFreeSpace, readFreeSpace } from '../storage/free-space.ts'
import { type JudgedArchive, judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { readEntries } from './archive/read-entries.ts'
import { restoreArchive } from './restore.ts'

type Drill = {
  path: string
  /** The folder for the temporary system; default: beside the archive. */
  folder?: string
  /** Its keys open the archive. */
  config: Config
  compare: (platform: Platform) => Promise<string[]>
  listFiles: (db: Db) => AsyncIterable<string>
  readFreeSpace?: ReadFreeSpace
  /** Aborts the drill and removes its folder. */
  stopping?: AbortSignal
}

type DrillResult = { archive: JudgedArchive; differences: string[]; seconds: number }

/**
 * Restores an archive into a temporary system with a separate PostgreSQL and folder. Compares every file byte for byte
 * and runs `compare`; the restore itself counts the rows.
 */
export async function runDrill({ path, folder = dirname(path), stopping, ...drill }: Drill): Promise<DrillResult> {
  const begun = performance.now()
  // Judge first, so a damaged archive leaves nothing behind.
  const archive = await judgeArchive(path, openKeys(drill.config), { acceptUnsigned: true })
  stopping?.throwIfAborted()
  await removeKilled(folder)
  const dataDir = await makeFolder(folder)
  try {
    await requireRoom(archive, folder, drill.readFreeSpace ?? readFreeSpace)
    const differences = await restoreBeside(archive, dataDir, drill, stopping)
    return { archive, differences, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await removeWhole(dataDir)
  }
}

async function restoreBeside(
  archive: JudgedArchive,
  dataDir: string,
  { compare, listFiles }: Pick<Drill, 'compare' | 'listFiles'>,
  stopping?: AbortSignal,
): Promise<string[]> {
  const { settings } = archive.manifest
  const config = readConfig({ DATA_DIR: dataDir, TIME_ZONE: settings.timeZone, LOG_LEVEL: 'silent' })
  const embedded = await startEmbedded({ dataDir })
  const database = openDatabase({ url: embedded.url, onError: () => undefined })
  async function restoreAndCompare() {
    const parts = { config, clock: systemClock, log: pino({ level: 'silent' }), db: database.db }
    const platform = await assemblePlatform(parts)
    const target = { url: embedded.url, config, files: platform.files, listFiles, now: systemClock.now() }
    await restoreArchive(target, archive)
    return [...(await compareFiles(platform.files, archive)), ...(await compare(platform))]
  }
  try {
    const work = restoreAndCompare()
    // Ignore failures after a stop.
    work.catch(() => undefined)
    return await Promise.race([work, ...(stopping ? [untilStopped(stopping)] : [])])
  } finally {
    // Stop it before the pool, whose close waits for its queries.
    await embedded.stop()
    await database.close()
  }
}

async function untilStopped(stopping: AbortSignal): Promise<never> {
  if (!stopping.aborted) await once(stopping, 'abort')
  throw stopping.reason
}

const remedy = 'use a folder on another disk with npm run drill -- --folder /mnt/large [file].'
const prefix = 'drill-'

async function makeFolder(folder: string): Promise<string> {
  return mkdtemp(join(folder, prefix)).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The drill cannot write to ${folder} (${error.code}): ${remedy}`)
  })
}

/** The size of an empty database with its write-ahead log. */
const leastBytes = 200e6

/** Tables and indexes take three times the archive's bytes for rows. */
async function requireRoom({ path, manifest, shared }: JudgedArchive, folder: string, readFree: ReadFreeSpace) {
  const files = manifest.files?.bytes ?? 0
  const within = shared.size > 0 ? 0 : files
  const needed = leastBytes + files + Math.max(0, (await stat(path)).size - within) * 3
  const { free } = await readFree(folder)
  if (free >= needed) return
  throw new Error(
    `The drill needs ${inGigabytes(needed)} in ${folder} and ${inGigabytes(free)} are free there: ${remedy}`,
  )
}

/** Removes leftovers of killed drills. A running drill holds its folder's lock. */
async function removeKilled(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^drill-\w{6}$/.test(name)) continue
    const left = join(folder, name)
    const lock = await lockDataFolder(left, () => undefined).catch(() => undefined)
    if (lock) await removeWhole(left)
  }
}

/** A PostgreSQL without its folder ends by itself, but may write until then; retry the removal. */
const removeWhole = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 20 })

async function compareFiles(files: FileStore, archive: JudgedArchive): Promise<string[]> {
  const differences: string[] = []
  for await (const { kind, bytes } of readEntries(archive, 'file')) {
    const expectedHash = await hashOf(bytes)
    const found = await files.readWhole(kind.path)
    if (!found || (await hashOf(found.bytes)) !== expectedHash)
      differences.push(`${kind.path} is not what the archive has`)
  }
  return differences
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
