import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { mailOpenings } from '../../src/server/features/tasks/notices/openings.ts'
import { systemClock } from '../../src/server/platform/clock.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { openDatabase } from '../../src/server/platform/database/client.ts'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { migrate } from '../../src/server/platform/database/migrating/migrate.ts'
import { assemblePlatform } from '../../src/server/platform/open-platform.ts'
import type { Line } from './measuring/in-turns.ts'

const recipients = 10_000
/** Emails a second. */
const wanted = 1_000

/** Queues the emails about an opened task to 10,000 companies. */
export async function measureMails(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'week-mails-'))
  const embedded = await startEmbedded({ dataDir })
  const { db, pool, close } = openDatabase({ url: embedded.url, onError: () => undefined })
  try {
    await migrate(pool)
    await pool.query(
      `with made as (
        insert into users (email, password, created_at, updated_at)
        select 'contact' || n || '@mail.test', '-', now(), now() from generate_series(1, $1::int) n returning id, email)
      insert into companies (name, contact_person_name, email, phone, user_id, created_at, updated_at)
      select 'Company ' || email, 'Ada Lovelace', email, '+5999123456', id, now(), now() from made`,
      [recipients],
    )
    await pool.query(
      `insert into tasks (title, date, opens_at, created_at) values ('Morning run', now(), now(), now())`,
    )
    const config = readConfig({ DATABASE_URL: embedded.url, DATA_DIR: dataDir, TIME_ZONE: zoneAtNoon() })
    const platform = await assemblePlatform({ config, clock: systemClock, log: pino({ level: 'silent' }), db })
    const begun = performance.now()
    await mailOpenings(platform)
    const perSecond = recipients / ((performance.now() - begun) / 1_000)
    const { rows } = await pool.query<{ mails: number }>('select count(*)::int as mails from outbox')
    if (rows[0]?.mails !== recipients) throw new Error(`${rows[0]?.mails} emails were queued`)
    return [
      {
        what: 'emails about an opened task to 10,000 companies',
        product: `${perSecond.toFixed(0)}/s`,
        bare: '–',
        ratio: '–',
        wanted: `≥ ${wanted.toLocaleString('en')}/s`,
        reached: perSecond >= wanted,
      },
    ]
  } finally {
    await close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A time zone where it is noon now: nothing is sent at night. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
