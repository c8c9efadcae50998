// A separate process with an endless job, for tests that kill it: tsx worker.ts DATABASE_URL DATA_DIR
import { pino } from 'pino'
import { systemClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../database/client.ts'
import { assemblePlatform } from '../../open-platform.ts'
import { startJobs } from '../queue.ts'

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
const { db } = openDatabase({ url: databaseUrl, onError: () => undefined })
const platform = await assemblePlatform({ config, clock: systemClock, log: pino({ level: 'silent' }), db })
const run = () => {
  process.stdout.write('running\n')
  return new Promise<void>(() => undefined)
}
startJobs(platform, [{ kind: 'endless', run }], { pollEveryMs: 50 })
