import pg from 'pg'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { readRelease } from '../../project.ts'
import { readFunctions } from './functions.ts'
import { migrate, readMigrations } from './migrate.ts'

async function aDatabase() {
  const { pool, url } = await databaseAt(readMigrations().length - 1)
  await migrate(pool)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  afterTest(() => client.end())
  return { pool, client }
}

const definitions = `
  select proname::text as name, pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select tgname, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal`

async function define(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(definitions)
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

/** Functions and triggers that are not in both, or not the same: `found` are those of the database. */
async function findDifferences(client: pg.Client) {
  const found = await define(client)
  await client.query('begin')
  for (const { statement } of (await client.query(dropAll)).rows) await client.query(statement)
  const { functions, triggers } = readFunctions()
  await client.query([functions, ...triggers].join('\n'))
  const written = await define(client)
  await client.query('rollback')
  return [...new Set([...found.keys(), ...written.keys()])].filter((name) => found.get(name) !== written.get(name))
}

const dropAll = `select format('drop function %s cascade', oid::regprocedure) as statement
  from pg_proc where pronamespace = 'public'::regnamespace`

test('functions and triggers of the database are those of the files', async () => {
  const { client } = await aDatabase()

  expect(await findDifferences(client)).toEqual([])
  expect((await define(client)).size).toBeGreaterThan(30)
})

test.each([
  [
    'a function that no file has',
    'review_days_total',
    'create function review_days_total() returns int language sql as $$ select 1 $$',
  ],
  [
    'a function with another text',
    'review_slot',
    'create or replace function review_slot() returns smallint language sql as $$ select 0::smallint $$',
  ],
  ['a function that is missing', 'held_places', 'drop function held_places'],
  [
    'a trigger that no file has',
    'tasks_kept',
    'create trigger tasks_kept before delete on tasks for each row execute function refuse_change()',
  ],
  [
    'a trigger with another condition',
    'proofs_first_decision',
    'create or replace trigger proofs_first_decision before update on task_proofs for each row execute function keep_first_decision()',
  ],
  ['a trigger that is off', 'scans_counted_insert', 'alter table door_scans disable trigger scans_counted_insert'],
])('the comparison finds %s', async (_what, name, statement) => {
  const { client } = await aDatabase()

  await client.query(statement)

  expect(await findDifferences(client)).toEqual([name])
})

/** In which transaction each of them was written last. */
async function writtenIn(client: pg.Client) {
  const { rows } = await client.query<{ name: string; xmin: string }>(`
    select proname::text as name, xmin::text from pg_proc where pronamespace = 'public'::regnamespace
    union all select tgname, xmin::text from pg_trigger where not tgisinternal order by 1`)
  return rows
}

test('a start with the same functions writes nothing', async () => {
  const { pool, client } = await aDatabase()
  const before = await writtenIn(client)

  await migrate(pool)

  expect(await writtenIn(client)).toEqual(before)
})

test('another text replaces functions, and of the triggers only those that changed, also by many starts at once', async () => {
  const { pool, client } = await aDatabase()
  await client.query('comment on table schema_migrations is null')
  await client.query(`create or replace function review_slot() returns smallint language sql as 'select 0::smallint'`)
  await client.query('drop trigger scans_counted_insert on door_scans')
  const before = new Map((await writtenIn(client)).map(({ name, xmin }) => [name, xmin]))

  await Promise.all([migrate(pool), migrate(pool), migrate(pool)])

  expect(await findDifferences(client)).toEqual([])
  const written = (await writtenIn(client)).filter(({ name, xmin }) => before.get(name) !== xmin)
  const { rows } = await client.query(`select from pg_proc where pronamespace = 'public'::regnamespace`)
  expect(written).toHaveLength(rows.length + 1)
  expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1)
})

test('an older release that starts again leaves the functions of the newer one', async () => {
  const { pool, client } = await aDatabase()
  await client.query(`comment on table schema_migrations is 'functions of release 99.10.0 ${'f'.repeat(64)}'`)
  await client.query(`create or replace function review_slot() returns smallint language sql as 'select 9::smallint'`)

  await migrate(pool)

  expect(await findDifferences(client)).toEqual(['review_slot'])
  await client.query(`comment on table schema_migrations is 'functions of release ${readRelease()} ${'f'.repeat(64)}'`)
  await migrate(pool)
  expect(await findDifferences(client)).toEqual([])
})
