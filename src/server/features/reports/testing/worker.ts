// A separate process that makes reports, for tests that kill it: tsx worker.ts DATABASE_URL DATA_DIR
import { pino } from 'pino'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/client.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { assemblePlatform } from '#server/platform/open-platform.ts'
import { makeReportBatchJob } from '../batches/batches.ts'
import { makeReportJob } from '../make.ts'

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: 'http://week.test' })
const { db } = openDatabase({ url: databaseUrl, onError: () => undefined })
const platform = await assemblePlatform({ config, clock: systemClock, log: pino({ level: 'silent' }), db })
startJobs(platform, [makeReportJob, makeReportBatchJob], { pollEveryMs: 50 })
