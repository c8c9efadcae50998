import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { migrate } from '../../src/server/platform/database/migrating/migrate.ts'
import type { NoticeKind } from './measuring/notice-process.ts'

const recipients = 10_000
const killedAfter = 3_000

type Occasion = {
  kind: NoticeKind
  what: string
  wantedPerSecond: number
  /** The number of emails that the product writes per transaction. */
  portion: number
  /** Creates an occasion to email everybody. */
  prepare(pool: pg.Pool): Promise<unknown>
}

const occasions: Occasion[] = [
  {
    kind: 'openings',
    what: 'emails about an opened task to 10,000 companies',
    wantedPerSecond: 1_000,
    portion: 500,
    prepare: openTask,
  },
  {
    kind: 'reminders',
    what: 'reminders with a QR code to 10,000 attendees',
    // Ten thousand people within five minutes.
    wantedPerSecond: 34,
    portion: 25,
    prepare: holdEvent,
  },
]

/**
 * Emails ten thousand people: measures the rate, and that each gets one although two processes work and one is killed.
 */
export async function measureReminders() {
  const dataDir = mkdtempSync(join(tmpdir(), 'week-reminders-'))
  const database = await startEmbedded({ dataDir })
  const pool = new pg.Pool({ connectionString: database.url })
  try {
    await migrate(pool)
    await signUp(pool)
    const lines = []
    for (const occasion of occasions) {
      await pool.query('delete from outbox')
      const start = () => startProcess(occasion.kind, database.url, dataDir)
      lines.push(...(await measureOccasion(pool, occasion, start)))
    }
    return lines
  } finally {
    await pool.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureOccasion(
  pool: pg.Pool,
  { what, wantedPerSecond, portion, prepare }: Occasion,
  start: () => ReturnType<typeof startProcess>,
) {
  await prepare(pool)
  const alone = await start()
  const product = await perSecond(() => alone.finish())
  const bare = await measureBareWrites(pool, portion)

  await prepare(pool)
  const before = await countMails(pool)
  const [killed, other] = [await start(), await start()]
  const working = Promise.all([killed.finish(), other.finish()])
  while ((await countMails(pool)).mails < before.mails + killedAfter) await new Promise((done) => setTimeout(done, 20))
  killed.child.kill('SIGKILL')
  await working
  // Finishes the killed process's work without repeating any.
  await (await start()).finish()
  const after = await countMails(pool)
  const [mails, different] = [after.mails - before.mails, after.different - before.different]
  return [
    {
      what,
      product: `${product.toFixed(0)}/s`,
      bare: `${bare.toFixed(0)}/s`,
      ratio: (product / bare).toFixed(2),
      wanted: `≥ ${wantedPerSecond.toLocaleString('en')}/s`,
      reached: product >= wantedPerSecond,
    },
    {
      what: 'the same by two processes, one killed in the middle',
      product: `${mails} emails to ${different}`,
      bare: '–',
      ratio: '–',
      wanted: 'each once',
      reached: mails === recipients && different === recipients,
    },
  ]
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return recipients / ((performance.now() - begun) / 1000)
}

/** Inserts the same rows, ready made, by one connection in as many transactions. */
async function measureBareWrites(pool: pg.Pool, portion: number): Promise<number> {
  await pool.query('create table bare_outbox (like outbox including all)')
  const { rows } = await pool.query<{ row: unknown }>('select to_jsonb(outbox) as row from outbox')
  const portions: string[] = []
  for (let from = 0; from < rows.length; from += portion)
    portions.push(JSON.stringify(rows.slice(from, from + portion).map(({ row }) => row)))
  const insert = 'insert into bare_outbox select * from jsonb_populate_recordset(null::bare_outbox, $1::jsonb)'
  const bare = await perSecond(async () => {
    for (const rowsOfPortion of portions) await pool.query(insert, [rowsOfPortion])
  })
  await pool.query('drop table bare_outbox')
  return bare
}

/** A time zone where it is noon now: nothing is sent at night. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

async function startProcess(kind: NoticeKind, url: string, dataDir: string) {
  const script = 'scripts/bench/measuring/notice-process.ts'
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, kind, url, dataDir, zoneAtNoon()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  if (child.stdout) await once(child.stdout, 'data')
  return {
    child,
    async finish() {
      child.stdin?.write('go\n')
      await ended
    },
  }
}

const signUp = (pool: pg.Pool) =>
  pool.query(
    `with made as (
      insert into users (email, password, created_at, updated_at)
      select 'contact' || n || '@mail.test', '-', now(), now() from generate_series(1, ${recipients}) n returning id, email)
    insert into companies (name, contact_person_name, email, phone, user_id, created_at, updated_at)
    select 'Company ' || email, 'Ada Lovelace', email, '+5999123456', id, now(), now() from made`,
  )

function openTask(pool: pg.Pool) {
  const task = 'insert into tasks (title, date, opens_at, created_at) values ($1, now(), now(), now())'
  return pool.query(task, [`Morning run ${crypto.randomUUID()}`])
}

/** An event tomorrow at noon, with everybody approved long ago. */
function holdEvent(pool: pg.Pool) {
  return pool.query(
    `with event as (
      insert into events (short_code, title, event_date, signing_key, public_key, created_at)
      values ($1, 'Beach run ' || $1, now() + interval '23 hours', '-', '-', now()) returning id)
    insert into event_registrations (event_id, first_name, last_name, email, phone, status, code, qr_code_payload, issue,
      registered_at, approved_at, notice_version)
    select id, 'Ada', 'Lovelace', 'ada' || n || '@mail.test', '+5999123456', 'approved', 'C-' || n, repeat(md5(n::text), 4), 1,
      now() - interval '9 days', now() - interval '9 days', 'bench' from event, generate_series(1, ${recipients}) n`,
    [crypto.randomUUID().slice(0, 8)],
  )
}

/** Counts queued emails, and their distinct recipients and occasions. */
async function countMails(pool: pg.Pool) {
  const { rows } = await pool.query<{ mails: number; different: number }>(
    'select count(*)::int as mails, count(distinct (to_address, subject))::int as different from outbox',
  )
  return rows[0] ?? { mails: 0, different: 0 }
}
