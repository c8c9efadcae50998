import pg from 'pg'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openDatabase } from '../client.ts'
import { migrate, readMigrations } from './migrate.ts'

test('a migration may take longer than the product waits for any other statement', async () => {
  const { url } = await databaseAt(readMigrations().length - 1)
  // An answer is given up a second after the limit for statements.
  const waiting = { connect: 30_000, lock: 20_000, statement: 100 }
  const impatient = openDatabase({ url, onError: () => undefined, waiting })
  afterTest(impatient.close)

  const count = await migrate(impatient.pool, migrationsWith({ '9999_slow': 'select pg_sleep(2)' }))

  expect(count).toBe(1)
})

test('nobody waits behind a migration that waits for a reader', async () => {
  const { url, pool } = await databaseAt(readMigrations().length - 1)
  const other = openDatabase({ url, onError: () => undefined })
  afterTest(other.close)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  afterTest(() => reader.end())
  await reader.query('begin')
  await reader.query('select 1 from tasks')
  const migrating = migrate(other.pool, migrationsWith({ '9999_column': 'alter table tasks add later_column int' }))
  await eventually(async () => {
    const { rows } = await pool.query(`select from pg_locks where relation = 'tasks'::regclass and not granted`)
    return rows.length > 0
  }, 'a migration that waits')

  // Behind one that waited for as long as the reader reads this would never end.
  await pool.query(`insert into tasks (title, date, created_at) values ('Run', now(), now())`)
  await reader.query('commit')

  expect(await migrating).toBe(1)
  await pool.query('select later_column from tasks')
})
