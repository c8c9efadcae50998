// A process that writes the due emails, for a benchmark that kills it: tsx notice-process.ts KIND URL FOLDER ZONE
import { pino } from 'pino'
import { remindAttendees } from '../../../src/server/features/attendee-mails/reminders/reminders.ts'
import { mailOpenings } from '../../../src/server/features/tasks/notices/openings.ts'
import { systemClock } from '../../../src/server/platform/clock.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { openDatabase } from '../../../src/server/platform/database/client.ts'
import { assemblePlatform } from '../../../src/server/platform/open-platform.ts'

const kinds = { openings: mailOpenings, reminders: remindAttendees }
export type NoticeKind = keyof typeof kinds

const [kind = 'openings', databaseUrl = '', dataDir = '', timeZone = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TIME_ZONE: timeZone })
const { db } = openDatabase({ url: databaseUrl, onError: () => undefined })
const platform = await assemblePlatform({ config, clock: systemClock, log: pino({ level: 'silent' }), db })
process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  await kinds[kind as NoticeKind](platform)
  process.exit(0)
})
