import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { copyOfDatabase, databaseAt, migrationsUpTo } from '#server/testing/data/upgrade.ts'
import { describeSchema } from '#server/testing/database/describe-schema.ts'
import { fillTables } from '#server/testing/database/fill-tables.ts'
import { projectFolder } from '../../project.ts'
import { migrate, readMigrations } from './migrate.ts'

const folder = join(projectFolder(), 'src/server/testing/database/first-texts')
const firstTexts = readdirSync(folder).map((file) => ({
  name: file.replace('.sql', ''),
  text: readFileSync(join(folder, file), 'utf8'),
}))
const all = readMigrations()
const numberOf = (name: string) => all.findIndex((one) => one.name === name)

test('a migration that was written again is known by the hash of its first text, and no other is', () => {
  for (const { name, text } of firstTexts)
    expect(all[numberOf(name)]?.hash, name).toBe(createHash('sha256').update(text).digest('hex'))
  const isOwn = ({ name, hash, statements }: (typeof all)[number]) =>
    firstTexts.some((one) => one.name === name) ||
    createHash('sha256').update(statements.join('--> statement-breakpoint')).digest('hex') === hash
  expect(all.filter((one) => !isOwn(one))).toEqual([])
})

test.each(firstTexts)('$name leaves the same schema and the same rows as its first text', async ({ name, text }) => {
  const before = await databaseAt(numberOf(name) - 1)
  const client = await before.pool.connect()
  for (let round = 0; round < 20; round++) await fillTables(client, round)
  await addHistory(client)
  client.release()
  const first = await copyOfDatabase(before)
  const again = await copyOfDatabase(before)

  const firstFolder = migrationsUpTo(numberOf(name))
  writeFileSync(join(firstFolder, `${name}.sql`), text)
  expect(await migrate(first.pool, firstFolder)).toBe(1)
  expect(await migrate(again.pool, migrationsUpTo(numberOf(name)))).toBe(1)

  expect(await describeSchema(again.pool)).toEqual(await describeSchema(first.pool))
  expect(await readRows(again.pool)).toEqual(await readRows(first.pool))
  // A new one goes through it in one transaction.
  const empty = await databaseAt(numberOf(name))
  expect(await describeSchema(empty.pool)).toEqual(await describeSchema(first.pool))
})

/** What one row of each table cannot show: further tries, decisions that were reopened, more people than places. */
async function addHistory(client: pg.ClientBase) {
  await client.query(
    `insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status, reviewed_at, admin_notes)
     select task_id, company_id, '{}', 'image', 'test', submitted_at + interval '1 hour', 'rejected', submitted_at + interval '3 hours', note
     from task_proofs, unnest(array[null, 'Wrong task', 'Too dark or blurred. Wrong task. Own words']) note where status <> 'rejected'`,
  )
  await client.query(
    `insert into audit_entries (at, actor, action, subject, subject_id)
     select submitted_at + nth * interval '1 hour', 'root', action, 'A task', id::text
     from task_proofs, (values (1, 'rejected proof'), (2, 'reopened proof'), (3, 'approved proof')) log (nth, action)
     where status <> 'rejected'`,
  )
  await client.query(
    `insert into event_registrations (event_id, first_name, last_name, email, phone, code, notice_version, registered_at, status)
     select e.id, 'Ada', 'Lovelace', 'ada' || n || '@mail.test', '+59991234567', 'H' || n, 'test', now() - n * interval '1 minute', 'pending'
     from events e, generate_series(1, 40) n`,
  )
  await client.query(`update uploads set type = 'video/mp4' where get_byte(decode(md5(path), 'hex'), 0) % 2 = 0`)
}

/** Without the ids that a migration draws; a file has the task of its draft instead. */
async function readRows(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname <> 'schema_migrations' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row::text as row from (${rowsOf(name)}) _ order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

function rowsOf(table: string): string {
  if (table === 'proof_draft_files')
    return `select to_jsonb(f) - 'draft_id' || to_jsonb(d) - 'id' as row from proof_draft_files f join proof_drafts d on d.id = f.draft_id`
  return `select to_jsonb(t) ${drawnIds.includes(table) ? "- 'id'" : ''} as row from "${table}" t`
}

const drawnIds = ['company_sizes', 'proof_drafts']
