import { dirname, resolve } from 'node:path'
import { pino } from 'pino'
import { eraseDue, listStoredFiles, notRestored } from '#server/backups.ts'
import { describeContents } from '#server/platform/backup/archive/archive-names.ts'
import { type JudgedArchive, judgeArchive } from '#server/platform/backup/archive/judge-archive.ts'
import { openKeys } from '#server/platform/backup/archive/keys.ts'
import { describeSignature } from '#server/platform/backup/archive/signature.ts'
import { restoreArchive } from '#server/platform/backup/restore.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { listHeld } from '#server/platform/mail/held.ts'
import { openUnmigrated } from '#server/platform/open-database.ts'
import { assemblePlatform } from '#server/platform/open-platform.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const usage = `Usage: npm run restore -- [--unsigned] file
DATA_DIR, DATABASE_URL and S3_… say where to; it must be empty.
--unsigned takes an archive that is not signed with a key of yours: only where you know who made it.`

/** `npm run restore -- [--unsigned] file`: restores a whole archive into an empty system. */
async function restore(): Promise<number> {
  const { values, positionals } = readArguments({ unsigned: { type: 'boolean' } })
  const [given] = positionals
  if (!given) {
    say(usage)
    return 2
  }
  const config = readConfig()
  const path = resolve(given)
  say('Checking the whole archive …')
  const archive = await judgeArchive(path, openKeys(config), { acceptUnsigned: values.unsigned })
  if (archive.signature !== 'valid') say(`Warning: ${describeSignature[archive.signature]}`)
  for (const line of differencesInSettings(config, archive)) say(line)
  const log = pino({ level: 'silent' })
  const database = await openUnmigrated(config, log, 'visit')
  try {
    const platform = await assemblePlatform({ config, clock: systemClock, log, db: database.db })
    const target = { url: database.listenUrl, config, files: platform.files, now: systemClock.now() }
    await restoreArchive({ ...target, listFiles: listStoredFiles, notRestored }, archive)
    say(`Restored ${describeContents(archive.manifest)}`)
    // Erases before the restored data is visible to anybody.
    await eraseDue(platform, dirname(path))
    const { companies, differences } = await verifyTotals(platform)
    for (const line of differences) say(line)
    say(`${companies} companies, ${differences.length} differences`)
    await sayHeldMails(platform)
    return differences.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

async function sayHeldMails({ db }: Platform) {
  const count = (await listHeld(db)).reduce((sum, held) => sum + held.count, 0)
  if (count > 0)
    say(`${count} emails were queued and are held, since they may have left after the backup: npm run mails`)
}

/** A warning, not a refusal: after a disaster the product may move to another address. */
function differencesInSettings(config: Config, { manifest: { settings } }: JudgedArchive): string[] {
  const lines = []
  if (settings.publicUrl !== config.publicUrl)
    lines.push(`Links in emails that were sent lead to ${settings.publicUrl}; PUBLIC_URL is ${config.publicUrl} here.`)
  if (settings.timeZone !== config.timeZone)
    lines.push(`Days were counted in ${settings.timeZone}; TIME_ZONE is ${config.timeZone} here.`)
  return lines
}

runCommand(restore)
