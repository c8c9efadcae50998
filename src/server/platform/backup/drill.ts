import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import type { Db } from '../database/client.ts'
import { openDatabase } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { assemblePlatform } from '../open-platform.ts'
import type { Platform } from '../platform.ts'
import type { FileStore } from '../storage/file-store.ts'
import { type JudgedArchive, judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { readEntries } from './archive/read-entries.ts'
import { restoreArchive } from './restore.ts'

type Drill = {
  path: string
  /** Whose keys are used. */
  config: Config
  compare: (platform: Platform) => Promise<string[]>
  listFiles: (db: Db) => AsyncIterable<string>
}

export type DrillResult = { archive: JudgedArchive; differences: string[]; seconds: number }

/**
 * Restores an archive into a system that is thrown away afterwards, with a PostgreSQL and a folder of its own, and compares: every file
 * with the archive, byte for byte, and whatever `compare` looks at. That all rows arrived, the restore itself has counted.
 */
export async function runDrill({ path, config: own, compare, listFiles }: Drill): Promise<DrillResult> {
  const begun = performance.now()
  // First: of a damaged archive nothing is left behind.
  const archive = await judgeArchive(path, openKeys(own), { acceptUnsigned: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'week-drill-'))
  const { settings } = archive.manifest
  const config = readConfig({ DATA_DIR: dataDir, TIME_ZONE: settings.timeZone, LOG_LEVEL: 'silent' })
  const embedded = await startEmbedded({ dataDir })
  const database = openDatabase({ url: embedded.url, onError: () => undefined })
  try {
    const parts = { config, clock: systemClock, log: pino({ level: 'silent' }), db: database.db }
    const platform = await assemblePlatform(parts)
    const target = { url: embedded.url, config, files: platform.files, listFiles, now: systemClock.now() }
    await restoreArchive(target, archive)
    const differences = [...(await compareFiles(platform.files, archive)), ...(await compare(platform))]
    return { archive, differences, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compareFiles(files: FileStore, archive: JudgedArchive): Promise<string[]> {
  const differences: string[] = []
  for await (const { kind, bytes } of readEntries(archive, 'file')) {
    const wanted = await hashOf(bytes)
    const found = await files.readWhole(kind.path)
    if (!found || (await hashOf(found.bytes)) !== wanted) differences.push(`${kind.path} is not what the archive has`)
  }
  return differences
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
