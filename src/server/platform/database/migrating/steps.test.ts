import type pg from 'pg'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { eventually } from '#server/testing/eventually.ts'
import { forBusyMachine } from '#server/testing.ts'
import { openDatabase } from '../client.ts'
import { migrate, readMigrations } from './migrate.ts'
import { type StepReport, stepsTable } from './steps.ts'

const taskCount = 300

/** Each task takes five milliseconds, and is counted as often as it was filled. */
const nextRelease = () =>
  migrationsWith({
    '9000_fills': [
      'alter table tasks add fills int default 0 not null;',
      'create table "tasks_todo" as select id from tasks;',
      `create function fill_tasks(most int) returns int language plpgsql as $$
       declare chosen uuid[];
       begin
         with taken as (delete from tasks_todo where ctid in (select ctid from tasks_todo limit most) returning id)
         select array_agg(id) into chosen from taken;
         update tasks set fills = fills + 1 where id = any(chosen);
         perform pg_sleep(0.005 * cardinality(chosen));
         return coalesce(cardinality(chosen), 0);
       end $$;`,
      '-- One of many.\nselect fill_tasks($1);\n',
      'drop function fill_tasks(int);',
      'drop table tasks_todo;',
    ].join('--> statement-breakpoint\n'),
    '9001_after': 'alter table tasks add after_fills int',
  })

async function aDatabaseWithTasks() {
  const { url, pool } = await databaseAt(readMigrations().length - 1)
  await pool.query(
    `insert into tasks (title, date, created_at) select 'Task ' || n, now(), now() from generate_series(1, ${taskCount}) n`,
  )
  return { url, pool }
}

/** The same database, as another process reaches it. */
function anotherProcess(url: string) {
  const { pool, close } = openDatabase({ url, onError: () => undefined, waiting: forBusyMachine })
  afterTest(close)
  return pool
}

async function countFilled(pool: pg.Pool): Promise<number> {
  const { rows } = await pool
    .query<{ count: string }>('select count(*) from tasks where fills > 0')
    .catch((error: { code?: string }) => {
      if (error.code === '42703') return { rows: [] }
      throw error
    })
  return Number(rows[0]?.count ?? 0)
}

const someAreFilled = (pool: pg.Pool) =>
  eventually(async () => (await countFilled(pool)) > 0, 'a batch that others can see')

/** How many tasks were filled how often. */
const readFills = async (pool: pg.Pool) =>
  (await pool.query<{ fills: number; tasks: number }>('select fills, count(*)::int as tasks from tasks group by 1'))
    .rows

const hasSteps = async (pool: pg.Pool) =>
  (await pool.query('select to_regclass($1) as name', [stepsTable])).rows[0]?.name !== null

test('rows are changed in batches that others see one after the other, and write between them', async () => {
  const { url, pool } = await aDatabaseWithTasks()
  const migrating = migrate(anotherProcess(url), nextRelease())
  await someAreFilled(pool)

  await pool.query(`update tasks set title = 'Run'`)
  expect(await countFilled(pool)).toBeLessThan(taskCount)

  expect(await migrating).toBe(2)
  expect(await readFills(pool)).toEqual([{ fills: 1, tasks: taskCount }])
  expect(await hasSteps(pool)).toBe(false)
})

test('one that is cut off goes on with the next start: nothing is done twice', async () => {
  const { url, pool } = await aDatabaseWithTasks()
  const folder = nextRelease()
  const cut = expect(migrate(anotherProcess(url), folder)).rejects.toThrow()
  await someAreFilled(pool)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and query ~ 'fill_tasks|commit|begin'`,
  )
  await cut
  expect(await countFilled(pool)).toBeLessThan(taskCount)
  expect(await hasSteps(pool)).toBe(true)

  expect(await migrate(anotherProcess(url), folder)).toBe(2)

  expect(await readFills(pool)).toEqual([{ fills: 1, tasks: taskCount }])
  expect(await hasSteps(pool)).toBe(false)
  expect(await migrate(pool, folder)).toBe(0)
})

test('of processes that start at once one does it', async () => {
  const { url, pool } = await aDatabaseWithTasks()
  const folder = nextRelease()

  const counts = await Promise.all([1, 2, 3].map(() => migrate(anotherProcess(url), folder)))

  expect(counts.reduce((sum, count) => sum + count)).toBe(2)
  expect(await readFills(pool)).toEqual([{ fills: 1, tasks: taskCount }])
})

test('what changes rows of a table that others hold is undone and tried again, and nobody waits behind it', async () => {
  const { url, pool } = await aDatabaseWithTasks()
  const holder = await anotherProcess(url).connect()
  afterTest(async () => holder.release())
  await holder.query('begin; lock table tasks in access share mode')
  const migrating = migrate(anotherProcess(url), nextRelease())
  await eventually(async () => {
    const { rows } = await pool.query(`select from pg_locks where relation = 'tasks'::regclass and not granted`)
    return rows.length > 0
  }, 'a step that waits')

  await pool.query(`update tasks set title = 'Run'`)
  await holder.query('commit')

  expect(await migrating).toBe(2)
})

test('a new database goes through it in its one transaction', async () => {
  const { pool } = await databaseAt(-1)
  expect(await migrate(pool, nextRelease())).toBe(readMigrations().length + 2)
  expect(await hasSteps(pool)).toBe(false)
})

test('a start that takes minutes tells which step it is at, and how many a batch has done', async () => {
  const { pool } = await aDatabaseWithTasks()
  const reported: Parameters<StepReport>[0][] = []

  await migrate(pool, nextRelease(), (progress) => void reported.push(progress))

  expect(reported[0]).toEqual({ migration: '9000_fills', step: 1, steps: 6 })
  expect(reported.filter(({ done }) => done === undefined).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6])
  const batches = reported.filter(({ step, done }) => step === 4 && done !== undefined).map(({ done }) => done)
  expect(batches.length).toBeGreaterThan(1)
  expect(batches.at(-1)).toBe(taskCount)
})
