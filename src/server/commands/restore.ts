import { dirname, resolve } from 'node:path'
import { pino } from 'pino'
import { eraseDue } from '#server/erase-due.ts'
import { describeContents } from '#server/platform/backup/archive/archive-names.ts'
import { type VerifiedArchive, verifyArchive } from '#server/platform/backup/archive/read-archive.ts'
import { restoreArchive } from '#server/platform/backup/restore.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openUnmigrated } from '#server/platform/database/open.ts'
import { listHeld } from '#server/platform/mail/held.ts'
import { assemblePlatform } from '#server/platform/open-platform.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { runCommand, say } from './run-command.ts'

/** `npm run restore -- file`: everything of an archive into an empty system. */
async function restore(): Promise<number> {
  const [given] = process.argv.slice(2)
  if (!given) {
    say('Usage: npm run restore -- file\nDATA_DIR, DATABASE_URL and S3_… say where to; it must be empty.')
    return 2
  }
  const config = readConfig()
  const path = resolve(given)
  say('Checking every hash of the archive …')
  const archive = await verifyArchive(path)
  for (const line of differencesInSettings(config, archive)) say(line)
  const log = pino({ level: 'silent' })
  const database = await openUnmigrated(config, log, 'visit')
  try {
    const platform = await assemblePlatform({ config, clock: systemClock, log, db: database.db })
    await restoreArchive(
      { url: database.listenUrl, config, files: platform.files, now: systemClock.now() },
      path,
      archive,
    )
    say(`Restored ${describeContents(archive.manifest)}`)
    // Before anybody can see it.
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

/** Said and not refused: a disaster may well move the product to another address. */
function differencesInSettings(config: Config, { manifest: { settings } }: VerifiedArchive): string[] {
  const lines = []
  if (settings.publicUrl !== config.publicUrl)
    lines.push(`Links in emails that were sent lead to ${settings.publicUrl}; PUBLIC_URL is ${config.publicUrl} here.`)
  if (settings.timeZone !== config.timeZone)
    lines.push(`Days were counted in ${settings.timeZone}; TIME_ZONE is ${config.timeZone} here.`)
  return lines
}

runCommand(restore)
