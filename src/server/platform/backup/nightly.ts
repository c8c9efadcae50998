import type { Backups } from '#contract/system.ts'
import { hours, minutes } from '../clock.ts'
import type { Db } from '../database/client.ts'
import type { JobKind } from '../jobs/queue.ts'
import type { Platform } from '../platform.ts'
import type { ReadFreeSpace } from '../storage/free-space.ts'
import { listArchives, nameArchive } from './archive/archive-names.ts'
import { writeNight } from './archive/write-night.ts'

type Parts = { url: string; listFiles: (db: Db) => AsyncIterable<string>; readFreeSpace?: ReadFreeSpace }

/** Three in the morning in the product's time zone: few people are online, and each night has one backup. */
const hourOfBackup = 3

/** Makes tonight's backup unless it exists, and removes the oldest ones. */
export const nightlyBackupJob = ({ url, listFiles, readFreeSpace }: Parts): JobKind => ({
  kind: 'back-up-nightly',
  everyMs: minutes(10),
  async run({ config, clock, files, log }, _key, stopping) {
    const now = clock.now()
    const isNeeded = async () => {
      const [newest] = await listArchives(config)
      return !newest || newest.madeAt < startOfNight(now, config.timeZone)
    }
    if (!(await isNeeded())) return
    const path = nameArchive(config, now)
    const source = { url, config, files, listFiles, now, stopping, log, isNeeded, readFreeSpace }
    const written = await writeNight(source, path)
    if (written) log.info({ path, bytes: written.bytes, files: written.manifest.files }, 'a backup was made')
  },
})

/** The latest three o'clock in the time zone. A night with a clock change is an hour longer or shorter. */
export function startOfNight(now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(now)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const sinceMidnight = hours(read('hour')) + minutes(read('minute')) + read('second') * 1000 + (now.getTime() % 1000)
  const since = sinceMidnight - hours(hourOfBackup)
  return new Date(now.getTime() - (since < 0 ? since + hours(24) : since))
}

const lateAfter = hours(30)

/** Backup status for administrators, without the location of archives, which is for operators only. */
export async function describeBackups({ config, clock }: Pick<Platform, 'config' | 'clock'>): Promise<Backups> {
  const archives = config.backupDir ? await listArchives(config) : []
  const [newest] = archives
  return {
    isScheduled: Boolean(config.backupDir),
    isLate: newest !== undefined && clock.now().getTime() - newest.madeAt.getTime() > lateAfter,
    kept: archives.length,
    newest: newest ? { madeAt: newest.madeAt.toISOString(), bytes: newest.bytes } : null,
  }
}
