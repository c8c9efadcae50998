import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { listStoredFiles, notRestored } from '#server/backups.ts'
import { judgeArchive } from '#server/platform/backup/archive/judge-archive.ts'
import { openKeys } from '#server/platform/backup/archive/keys.ts'
import { type WrittenArchive, writeArchive } from '#server/platform/backup/archive/write-archive.ts'
import { restoreArchive } from '#server/platform/backup/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/client.ts'
import { assemblePlatform } from '#server/platform/open-platform.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { aFolder, type SetClock, type startServer, withDatabase } from '#server/testing.ts'
import { dropDatabase } from './drop-database.ts'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'platform' | 'databaseUrl' | 'clock'>

/** Backs the product up into an archive. */
export async function backUp(
  { platform, databaseUrl, clock }: Server,
  file = join(aFolder(), 'week.tar'),
): Promise<WrittenArchive & { file: string }> {
  const source = { url: databaseUrl, config: platform.config, listFiles: listStoredFiles, now: clock.now() }
  return { ...(await writeArchive({ ...source, files: platform.files }, file)), file }
}

/** A new machine: an empty database and an empty folder, or another file store. */
export async function anEmptySystem(clock: SetClock, environment: Record<string, string> = {}) {
  const name = `restored_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const databaseUrl = withDatabase(inject('databaseUrl'), name)
  const database = openDatabase({ url: databaseUrl, onError: () => undefined })
  const dataDir = aFolder()
  const config = readConfig({
    PUBLIC_URL: 'http://week.test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...environment,
  })
  afterTest(async () => {
    await database.close()
    await dropDatabase(admin, name)
    await admin.end()
  })
  const platform = await assemblePlatform({ config, clock, log: pino({ level: 'silent' }), db: database.db })
  return { platform, bareDb: database.db, pool: database.pool, databaseUrl, clock, filesFolder: join(dataDir, 'files') }
}

/** Defaults to `--unsigned`, since a new machine has no key. */
export async function restore(target: Awaited<ReturnType<typeof anEmptySystem>>, file: string, acceptUnsigned = true) {
  const { platform, databaseUrl: url, clock } = target
  const { config, files } = platform
  const archive = await judgeArchive(file, openKeys(config), { acceptUnsigned })
  await restoreArchive({ url, config, files, listFiles: listStoredFiles, notRestored, now: clock.now() }, archive)
}
