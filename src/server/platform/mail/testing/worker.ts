// A separate delivery process that a test can kill: tsx worker.ts DATABASE_URL SMTP_URL
import { pino } from 'pino'
import { systemClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../database/client.ts'
import { startDelivery } from '../deliver.ts'
import { openTransport } from '../transports/open-transport.ts'

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, MAIL_FROM: 'week@week.test' })
const { db } = openDatabase({ url: databaseUrl, onError: () => undefined })
const log = pino({ level: 'silent' })
startDelivery({ config, db, log, clock: systemClock }, openTransport(config), { pollEveryMs: 200 })
process.stdout.write('delivering\n')
