import { pino } from 'pino'
import { listStoredFiles } from '#server/backups.ts'
import { nightlyBackupJob } from '#server/platform/backup/nightly.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/client.ts'
import { assemblePlatform } from '#server/platform/open-platform.ts'

/** A process that hangs in a nightly backup before its third file, so that a test can kill it there. */
const config = readConfig()
const url = config.databaseUrl ?? ''
const { db } = openDatabase({ url, onError: () => undefined })
const platform = await assemblePlatform({ config, clock: systemClock, log: pino({ level: 'silent' }), db })
const readWhole = platform.files.readWhole.bind(platform.files)
let read = 0
platform.files.readWhole = async (path) => {
  if (++read < 3) return readWhole(path)
  process.stdout.write('in the middle\n')
  return new Promise(() => undefined)
}
await nightlyBackupJob({ url, listFiles: listStoredFiles }).run(platform, '', new AbortController().signal)
