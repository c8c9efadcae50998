import { superuser } from '@sports-week/embedded-postgres/data-folder'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { withDatabase } from '#server/testing.ts'
import { migrate } from './migrate.ts'

const hostedRoles = ['anon', 'authenticated']

async function connectAsSuperuser(database: string): Promise<pg.Client> {
  const url = new URL(withDatabase(inject('databaseUrl'), database))
  if (!process.env.TEST_DATABASE_URL) url.username = superuser
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  afterTest(() => client.end())
  return client
}

/** A database of the release before, with the roles and rights that hosted backends give. */
async function hostedDatabase() {
  const { pool } = await databaseAt(0)
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const admin = await connectAsSuperuser(rows[0]?.name ?? '')
  for (const role of hostedRoles) {
    await admin.query(`do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$`)
    await admin.query(`grant usage on schema public to ${role}`)
    await pool.query(`alter default privileges in schema public grant all on tables to ${role}`)
    await admin.query(`grant all on all tables in schema public to ${role}`)
  }
  const as = async (role: string, statement: string) => {
    await admin.query(`set role ${role}`)
    return admin.query(statement).finally(() => admin.query('reset role'))
  }
  return { pool, admin, as }
}

const namesOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('who has the public key of a hosted backend may touch none of our tables', async () => {
  const { pool, as } = await hostedDatabase()
  await as('anon', 'delete from companies')

  await migrate(pool)

  const tables = await namesOf(pool)
  expect(tables).toContain('companies')
  for (const role of hostedRoles)
    for (const table of tables)
      for (const statement of [`select from ${table}`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(as(role, statement), `${role}: ${statement}`).rejects.toThrow('permission denied')
})

test('nor those that are there only while a migration goes in steps', async () => {
  const { pool, as } = await hostedDatabase()
  const steps = ['create table "tasks_todo" as select 1 as id;', 'select missing_function($1);']
  const cutOff = migrationsWith({ '9000_steps': steps.join('--> statement-breakpoint\n') })

  await expect(migrate(pool, cutOff)).rejects.toThrow('missing_function')

  for (const table of ['tasks_todo', 'schema_migration_steps'])
    for (const statement of [`select from ${table}`, `truncate ${table}`])
      await expect(as('anon', statement), statement).rejects.toThrow('permission denied')
})

test('row-level security shows them nothing even where they have the rights', async () => {
  const { pool, admin, as } = await hostedDatabase()
  await migrate(pool)
  await admin.query('grant all on all tables in schema public to anon')

  expect((await as('anon', 'select * from schema_migrations')).rows).toEqual([])
  await expect(as('anon', `insert into schema_migrations (hash) values ('x')`)).rejects.toThrow('row-level security')
  expect((await as('anon', 'delete from schema_migrations')).rowCount).toBe(0)
  // The product itself, which owns them, sees all.
  expect((await pool.query('select * from schema_migrations')).rows.length).toBeGreaterThan(0)
})

test('tables of others in the same schema stay as they are', async () => {
  const { pool, as } = await hostedDatabase()
  await pool.query('create table of_others as select 1 as id')

  await migrate(pool)

  expect((await as('anon', 'select id from of_others')).rows).toEqual([{ id: 1 }])
})

test('rights that a table got after it was made are taken away at the next start', async () => {
  const { pool, admin, as } = await hostedDatabase()
  await migrate(pool)
  await admin.query('grant all on companies to anon')

  expect(await migrate(pool)).toBe(0)

  await expect(as('anon', 'truncate companies cascade')).rejects.toThrow('permission denied')
})

test('every table has row-level security: a new one is declared with `.enableRLS()`', async () => {
  const { pool } = await databaseAt(0)
  await migrate(pool)

  const { rows } = await pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  )

  expect(rows).toEqual([])
})
