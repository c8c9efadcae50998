import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { eventually } from '#server/testing/eventually.ts'
import { aFolder, forBusyMachine } from '#server/testing.ts'
import { upgradeWithSnapshot } from '../../backup/before-upgrade.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../client.ts'
import { migrate, readMigrations } from './migrate.ts'

const nextRelease = () =>
  migrationsWith({
    '9000_before': 'alter table companies add before_index int',
    '9001_indexes': [
      'create index concurrently "tasks_title" on "tasks" ("title");',
      'create unique index concurrently "tasks_both" on "tasks" ("title", "id");',
    ].join('--> statement-breakpoint'),
    '9002_after': 'alter table companies add after_index int',
  })

/** A database of this release with somebody who has written to the table of the index and has not committed. */
async function aDatabaseInUse(last = readMigrations().length - 1) {
  const { url, pool } = await databaseAt(last)
  const title = (name: string) => `insert into tasks (title, date, created_at) values ('${name}', now(), now())`
  await pool.query(title('Run'))
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  afterTest(() => writer.end())
  await writer.query('begin')
  await writer.query(title('Swim'))
  return { url, pool, commit: () => writer.query('commit') }
}

/** The same database, as another process reaches it. */
function anotherProcess(url: string) {
  const { pool, close } = openDatabase({ url, onError: () => undefined, waiting: forBusyMachine })
  afterTest(close)
  return pool
}

const indexesOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
     where relname in ('tasks_title', 'tasks_both') order by 1`,
  )
  return rows
}

/** The session that builds, once it waits for the writer. */
async function findBuilder(pool: pg.Pool): Promise<number> {
  let found = 0
  await eventually(async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'
       and datname = current_database()`,
    )
    found = rows[0]?.pid ?? 0
    return found > 0
  }, 'a build that waits for a writer')
  return found
}

const bothValid = [
  { name: 'tasks_both', valid: true },
  { name: 'tasks_title', valid: true },
]

test('an index is built beside writers, after what comes before it and before what comes after it', async () => {
  const { url, pool, commit } = await aDatabaseInUse()
  const migrating = migrate(anotherProcess(url), nextRelease())
  await findBuilder(pool)

  await pool.query(`insert into tasks (title, date, created_at) values ('Walk', now(), now())`)
  await pool.query('select before_index from companies')
  await expect(pool.query('select after_index from companies')).rejects.toThrow('after_index')
  await commit()

  expect(await migrating).toBe(3)
  expect(await indexesOf(pool)).toEqual(bothValid)
  await pool.query('select after_index from companies')
})

test('a build that is cut off is begun again by the next start', async () => {
  const { url, pool, commit } = await aDatabaseInUse()
  const folder = nextRelease()
  const cut = expect(migrate(anotherProcess(url), folder)).rejects.toThrow()
  await pool.query('select pg_terminate_backend($1)', [await findBuilder(pool)])
  await cut
  expect(await indexesOf(pool)).toEqual([{ name: 'tasks_title', valid: false }])
  await commit()

  expect(await migrate(anotherProcess(url), folder)).toBe(2)

  expect(await indexesOf(pool)).toEqual(bothValid)
  expect(await migrate(pool, folder)).toBe(0)
})

test('of processes that start at once one builds, and those that wait do not keep it from ending', async () => {
  // Only an upgrade of this release waits for the one that makes the snapshot.
  const { url, pool, commit } = await aDatabaseInUse(0)
  const folder = nextRelease()
  const config = readConfig({ DATA_DIR: aFolder() })
  const start = () => {
    const own = anotherProcess(url)
    return upgradeWithSnapshot(url, config, new Date(), () => migrate(own, folder))
  }

  // Two that wait for the snapshot of the first, and one that finds the indexes missing.
  const started = [start(), start(), start()]
  await findBuilder(pool)
  started.push(start())
  await sleep(300)
  await commit()

  expect((await Promise.all(started)).toSorted()).toEqual([0, 0, 0, readMigrations().length + 2])
  expect(await indexesOf(pool)).toEqual(bothValid)
})

test('a new database gets the same indexes in its one transaction', async () => {
  const { pool } = await databaseAt(-1)
  expect(await migrate(pool, nextRelease())).toBe(readMigrations().length + 3)
  expect(await indexesOf(pool)).toEqual(bothValid)
})
