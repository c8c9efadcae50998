import { existsSync } from 'node:fs'
import { realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readMajors, upgradedFolderOf, upgradeFolderOf } from '@sports-week/embedded-postgres/data-folder'
import { pino } from 'pino'
import { systemClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../database/client.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { assemblePlatform } from '../../open-platform.ts'
import type { Platform } from '../../platform.ts'
import { syncFolder } from '../../storage/disk-parts.ts'
import { nameSnapshot, removeOldArchives } from '../archive/archive-names.ts'
import { judgeArchive } from '../archive/judge-archive.ts'
import { openKeys } from '../archive/keys.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { restoreArchive } from '../restore.ts'
import { findOlderBinaries } from './older-binaries.ts'

type PostgresUpgrade = { from: string; to: string; archive: string; oldFolder: string }

type Upgrade = {
  config: Config
  /** The folder of the PostgreSQL that made the data; default: find or download it. */
  binariesFolder?: string
  /** Lists differences in the new database before it replaces the old one. */
  compare: (platform: Platform) => Promise<string[]>
  say: (line: string) => void
}

/**
 * Moves the embedded database to this release's PostgreSQL: archives all rows, restores them into a new database, then
 * swaps both. Repeat it after an interruption; nothing is lost. Undefined: already up to date.
 */
export async function upgradePostgres({
  config,
  binariesFolder,
  compare,
  say,
}: Upgrade): Promise<PostgresUpgrade | undefined> {
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: upgrade that PostgreSQL with its own tools.')
  const named = join(config.dataDir, 'db')
  // Resolve a link to a bigger disk.
  const dbDir = await realpath(named).catch(() => named)
  await finishSwap(dbDir)
  const majors = await readMajors(dbDir)
  if (!majors) throw new Error(`There is no database in ${dbDir}.`)
  const { from, to } = majors
  if (from === to) return undefined
  if (Number(from) > Number(to))
    throw new Error(
      `The database was made by PostgreSQL ${from}; this release brings ${to}. Install the newer release.`,
    )

  // Remove leftovers of an interrupted upgrade.
  await rm(upgradeFolderOf(dbDir), { recursive: true, force: true })
  const archive = nameSnapshot(config, `pg${to}`, systemClock.now())
  say(`Reading the database with PostgreSQL ${from} …`)
  await archiveRows(config, from, archive, binariesFolder)
  say(`Writing it with PostgreSQL ${to} …`)
  await restoreBeside(config, dbDir, archive, compare)
  const oldFolder = `${dbDir}-postgres-${from}`
  await swap(dbDir, oldFolder)
  await removeOldArchives(config, 'rows')
  return { from, to, archive, oldFolder }
}

async function archiveRows(config: Config, major: string, archive: string, given: string | undefined) {
  const binaries = given ? { folder: given, remove: async () => undefined } : await findOlderBinaries(major)
  try {
    // Throws with a sentence while a running product holds the folder.
    const older = await startEmbedded({ dataDir: config.dataDir, binariesFolder: binaries.folder })
    await writeArchive({ url: older.url, config, now: systemClock.now() }, archive).finally(older.stop)
  } finally {
    await binaries.remove()
  }
}

async function restoreBeside(config: Config, dbDir: string, path: string, compare: Upgrade['compare']) {
  const archive = await judgeArchive(path, openKeys(config))
  const newer = await startEmbedded({ dataDir: upgradeFolderOf(dbDir) })
  const database = openDatabase({ url: newer.url, onError: () => undefined })
  try {
    const parts = { config, clock: systemClock, log: pino({ level: 'silent' }), db: database.db }
    const platform = await assemblePlatform(parts)
    const target = { url: newer.url, config, files: platform.files, now: systemClock.now(), isMove: true }
    await restoreArchive(target, archive)
    const differences = await compare(platform)
    if (differences.length > 0)
      throw new Error(`The new database is not like the old one, which stays in use: ${differences.join('; ')}`)
  } finally {
    await database.close()
    await newer.stop()
  }
}

/** Two renames. The next call finishes an interrupted swap; until then a start refuses. */
async function swap(dbDir: string, oldFolder: string) {
  // Remove the old folder of an earlier upgrade from the same version; the database in use is newer.
  await rm(oldFolder, { recursive: true, force: true })
  await rename(dbDir, oldFolder)
  await finishSwap(dbDir)
}

async function finishSwap(dbDir: string) {
  const upgraded = upgradedFolderOf(dbDir)
  if (existsSync(dbDir) || !existsSync(upgraded)) return
  await rename(upgraded, dbDir)
  await syncFolder(dirname(dbDir))
  await rm(upgradeFolderOf(dbDir), { recursive: true, force: true })
}
