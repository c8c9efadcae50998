import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseAt, migrationsUpTo } from '#server/testing/data/upgrade.ts'
import { migrate, readMigrations } from './migrate.ts'

type Write = (client: pg.Client) => Promise<unknown>

type Case = {
  name: string
  /** What the release before does meanwhile, each in a transaction that stays open for a while. */
  writes: Write[]
  /** Finds what is not as it would be if it was counted now. */
  differences: string
  /** What keeps it right, for the red control. */
  guard: RegExp
  replacedBy?: string
}

/** One of the first thousand. Without sorting: tens of writers ask for one all the time. */
const random = (table: string, where = 'true') =>
  `(select id from ${table} where ${where} offset floor(random() * least(1000, (select count(*) from ${table} where ${where}))) limit 1)`
const query =
  (text: string): Write =>
  (client) =>
    client.query(text)

const addProof = query(
  `insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status)
   select ${random('tasks')}, ${random('companies')}, '{}', 'image', 'test', now(), 'pending' on conflict do nothing`,
)
const removeProof = query(`delete from task_proofs where id = ${random('task_proofs', "status = 'rejected'")}`)

/** As the product does it: the proof and a line in the log. */
const decide =
  (decision: 'approved' | 'rejected') =>
  async (client: pg.Client): Promise<Record<string, unknown>[]> => {
    const award = decision === 'approved' ? ', points_awarded = 10, calories_awarded = 100' : ''
    const { rows } = await client.query(
      `update task_proofs set status = $1, reviewed_at = now(), admin_notes = 'Wrong task' ${award}
       where id = ${random('task_proofs', "status = 'pending'")} and status = 'pending' returning id, company_id, submitted_at`,
      [decision],
    )
    for (const proof of rows)
      await client.query(
        `insert into audit_entries (at, actor, action, subject, subject_id) values (now(), 'root', $1, 'A task', $2)`,
        [`${decision} proof`, proof.id],
      )
    return rows
  }

const enterPointsText = `insert into point_entries (company_id, kind, points, calories, effective_at, at)
  select ${random('companies')}, 'adjust', 7, 70, now(), now()`
const enterPoints = query(enterPointsText)
const approveWithPoints: Write = async (client) => {
  for (const { id, company_id, submitted_at } of await decide('approved')(client))
    await client.query(
      `insert into point_entries (company_id, proof_id, kind, points, calories, effective_at, at) values ($1, $2, 'approve', 10, 100, $3, now())`,
      [company_id, id, submitted_at],
    )
}
const addCompany = query(
  `insert into companies (name, contact_person_name, email, phone, team_size, created_at, updated_at)
   values ('New', 'Ada', gen_random_uuid() || '@mail.test', '+59991234567', 9, now(), now())`,
)

/** With points, which the release before can no longer enter once its turn is over: nothing of it is done then. */
const resize: Write = async (client) => {
  const { rows } = await client.query(`${enterPointsText} returning company_id`)
  await client.query('update companies set team_size = 1 + (random() * 50)::int where id = $1', [rows[0]?.company_id])
}
const addCompanyWithPoints: Write = async (client) => {
  await addCompany(client)
  await client.query(enterPointsText)
}

/** The name of a file says its place, which the column that is dropped said. */
const addFile = query(
  `insert into uploads (path, company_id, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at, task_id, position)
   select 'proofs/' || gen_random_uuid() || '.jpg', ${random('companies')}, 'proof', '3', 'image/jpeg', 1000, 'granted', 'hash', now(), now(),
     ${random('tasks')}, 3`,
)
const aFile = `(select path from uploads where state <> 'claimed' offset floor(random() * 1000) limit 1)`
const moveFile = query(`update uploads set position = 8, file_name = '8' where path = ${aFile}`)
const claimFile = query(`update uploads set state = 'claimed', position = position where path = ${aFile}`)

const register = query(
  `insert into event_registrations (event_id, first_name, last_name, email, phone, code, notice_version, registered_at, status)
   select ${random('events')}, 'Ada', 'Lovelace', id || '@mail.test', '+59991234567', id, 'test', now(), 'pending' from gen_random_uuid() id`,
)
const approve = query(
  `update event_registrations set status = 'approved' where id = ${random('event_registrations', "status = 'pending'")}`,
)
const checkIn: Write = async (client) => {
  const { rows } = await client.query(
    `update event_registrations set checked_in = true
     where id = ${random('event_registrations', "status = 'approved' and not checked_in")} and not checked_in returning id, event_id`,
  )
  for (const { id, event_id } of rows)
    await client.query(
      `insert into door_scans (event_id, registration_id, result, gate, scanned_by, nonce, at, received_at)
       values ($1, $2, 'ok', 'Gate A', 'test', gen_random_uuid(), now(), now())`,
      [event_id, id],
    )
}

/** Rows of one that the other does not have. */
const unlike = (kept: string, counted: string) => `(${kept} except ${counted}) union all (${counted} except ${kept})`

const dayOf = (column: string) => `(${column} at time zone 'America/Curacao')::date`
const countOf = (status: string) => `count(*) filter (where status = '${status}')`

const cases: Case[] = [
  {
    name: '0022_kept-event-counts',
    writes: [register, approve, checkIn],
    differences: [
      unlike(
        `select event_id, pending, approved, rejected + cancelled, checked_in from event_counts`,
        `select event_id, ${countOf('pending')}, ${countOf('approved')}, 0, count(*) filter (where checked_in) from event_registrations group by 1`,
      ),
      unlike(
        'select event_id, checked_in, 0, 0, 0 from gate_counts',
        `select event_id, count(*), 0, 0, 0 from door_scans group by 1`,
      ),
    ].join(' union all '),
    guard: /LOCK .*\n(?=SELECT fill_event_counts\(\$1\))/,
  },
  {
    name: '0023_company-days',
    writes: [addProof, removeProof, decide('rejected'), approveWithPoints, enterPoints, addCompany],
    differences: unlike(
      `select company_id, day, points, calories, pending, approved, rejected from company_days
       where (points, calories, pending, approved, rejected) <> (0, 0, 0, 0, 0)`,
      `select company_id, day, sum(points)::int, sum(calories)::int, sum(pending)::int, sum(approved)::int, sum(rejected)::int from (
         select company_id, ${dayOf('effective_at')} as day, points, calories, 0 as pending, 0 as approved, 0 as rejected from point_entries
         union all select company_id, ${dayOf('submitted_at')}, 0, 0, (status = 'pending')::int, (status = 'approved')::int,
           (status = 'rejected')::int from task_proofs) _ group by 1, 2`,
    ),
    guard: /LOCK .*\n(?=SELECT fill_company_days\(\$1\))/,
  },
  {
    name: '0024_team-sizes',
    writes: [enterPoints, resize, addCompanyWithPoints],
    differences: `select c.id from companies c left join (
        select company_id, sum(round(points * 1000000::numeric / greatest(team_size, 5))) as millionths from point_entries group by 1
      ) l on l.company_id = c.id left join company_sizes s on s.company_id = c.id
      where per_person_millionths <> coalesce(millionths, 0) or s.size is distinct from c.team_size`,
    guard: /UPDATE companies SET per_person_millionths = per_person_millionths \+ .*\n.*;/,
    replacedBy: 'PERFORM 1;',
  },
  {
    name: '0027_task-days',
    writes: [addProof, removeProof, decide('rejected'), decide('approved'), addCompany],
    differences: unlike(
      `select task_id, day, sum(pending), sum(approved), sum(rejected) from task_days group by 1, 2
       having (sum(pending), sum(approved), sum(rejected)) <> (0, 0, 0)`,
      `select task_id, ${dayOf('submitted_at')}, ${countOf('pending')}, ${countOf('approved')}, ${countOf('rejected')}
       from task_proofs group by 1, 2`,
    ),
    guard: /LOCK .*\n(?=SELECT fill_task_days\(\$1\))/,
  },
  {
    name: '0028_proof-drafts',
    writes: [addFile, moveFile, claimFile],
    differences: unlike(
      `select f.path, d.company_id, d.task_id, f.position::text from proof_draft_files f join proof_drafts d on d.id = f.draft_id`,
      `select path, company_id, task_id, file_name from uploads where state <> 'claimed'`,
    ),
    guard: /LOCK .*\n(?=SELECT fill_proof_drafts\(\$1\))/,
  },
  {
    name: '0029_review-days',
    writes: [addProof, removeProof, decide('rejected'), decide('approved'), addCompany],
    differences: [
      unlike(
        `select ${dayOf('first_reviewed_at')}, review_minutes(submitted_at, first_reviewed_at), count(*) from task_proofs
         where first_reviewed_at is not null group by 1, 2`,
        `select day, waited_minutes, sum(decisions) from review_days group by 1, 2 having sum(decisions) <> 0`,
      ),
      unlike(
        `select ${dayOf('reviewed_at')}, 0, count(*) from task_proofs where status = 'rejected' group by 1`,
        `select day, 0, sum(rejections) from rejection_days group by 1`,
      ),
      `(select null, count(*), 1 from task_proofs where first_decision is distinct from nullif(status, 'pending') having count(*) > 0)`,
    ].join(' union all '),
    guard: /LOCK .*\n(?=SELECT fill_review_days\(\$1\))/,
  },
]

const numberOf = (name: string) => readMigrations().findIndex((one) => one.name === name)

async function aFilledDatabase(last: number) {
  const database = await databaseAt(last)
  const size = last >= numberOf('0024_team-sizes') ? { column: ', team_size', value: ', 9' } : { column: '', value: '' }
  await database.pool.query(
    `insert into companies (name, contact_person_name, email, phone, team_size, created_at, updated_at)
     select 'Company ' || n, 'Ada', 'office' || n || '@mail.test', '+59991234567', 1 + n % 90, now(), now() from generate_series(1, 1500) n;
     insert into events (short_code, title, event_date, signing_key, public_key, created_at)
     select 'code' || n, 'Event ' || n, now(), 'key', 'key', now() from generate_series(1, 200) n;
     insert into event_registrations (event_id, first_name, last_name, email, phone, code, notice_version, registered_at, status)
     select id, 'Ada', 'Lovelace', n || '@mail.test', '+59991234567', n, 'test', now(), 'approved' from events, generate_series(1, 10) n;
     insert into tasks (title, date, created_at) select 'Task ' || n, now(), now() - interval '40 days' from generate_series(1, 8) n;
     insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status)
     select t.id, c.id, '{}', 'image', 'test', now() - n * interval '1 hour', 'pending'
     from (select id, row_number() over () as n from tasks) t, companies c where n <= 4;
     insert into point_entries (company_id, kind, points, calories, effective_at, at ${size.column})
     select id, 'adjust', 10, 100, now(), now() ${size.value} from companies`,
  )
  if (last < numberOf('0028_proof-drafts'))
    await database.pool.query(
      `insert into uploads (path, company_id, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at, task_id, position)
       select 'proofs/' || id || '.jpg', company_id, 'proof', '1', 'image/jpeg', 1000, 'stored', 'hash', now(), now(), task_id, 1 from task_proofs`,
    )
  return database
}

/** Takes the guard away from a copy of the migration. */
function without({ name, guard, replacedBy = '' }: Case): string {
  const folder = migrationsUpTo(numberOf(name))
  const file = join(folder, `${name}.sql`)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(guard)
  writeFileSync(file, text.replace(guard, replacedBy))
  return folder
}

/** What the release before may no longer do after a migration that takes something away. */
const isContracted = (error: unknown) =>
  error instanceof pg.DatabaseError && ['23502', '42703'].includes(error.code ?? '')

/** Until the work is over. Returns how many were committed. */
async function writeDuring(url: string, writes: Write[], work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let count = 0
  const writers = Array.from({ length: 3 }, () => writes)
    .flat()
    .map(async (write) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      while (!isOver) {
        try {
          await client.query('begin')
          await write(client)
          await client.query('select pg_sleep(0.05)')
          await client.query('commit')
          count += 1
        } catch (error) {
          await client.query('rollback')
          if (!isContracted(error)) throw error
          break
        }
      }
      await client.end()
    })
  try {
    await work()
  } finally {
    isOver = true
  }
  await Promise.all(writers)
  return count
}

async function migrateBesideWriters(one: Case, folder: string) {
  const { url, pool } = await aFilledDatabase(numberOf(one.name) - 1)
  const count = await writeDuring(url, one.writes, () => migrate(pool, folder))
  const { rows } = await pool.query(one.differences)
  return { count, differences: rows.length }
}

test.each(cases)('$name counts everything that is written meanwhile', async (one) => {
  const { count, differences } = await migrateBesideWriters(one, migrationsUpTo(numberOf(one.name)))

  expect(count).toBeGreaterThan(20)
  expect(differences).toBe(0)
})

test.each(cases)('red control: $name without its guard misses some of it, or cannot go on', async (one) => {
  const outcome = await migrateBesideWriters(one, without(one)).catch(({ message }: Error) => ({
    differences: message,
  }))

  expect(outcome.differences).not.toBe(0)
})
