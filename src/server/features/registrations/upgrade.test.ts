import { expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { migrations } from '#server/testing/data/older-migrations.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'

test('who waited before places were offered is on the waiting list after the upgrade', async () => {
  const { pool } = await databaseAt(31)
  const full = '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a20'
  const unlimited = '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a21'
  const addEvent = (id: string, capacity: string) =>
    pool.query(`insert into events (id, short_code, title, capacity, signing_key, public_key, created_at)
      values ('${id}', '${id.slice(-8)}', 'Run', ${capacity}, '', '', now())`)
  await addEvent(full, '3')
  await addEvent(unlimited, 'null')
  const add = (name: string, status: string, minute: number, eventId = full) =>
    pool.query(`insert into event_registrations (event_id, first_name, last_name, email, phone, status, code, registered_at, notice_version)
      values ('${eventId}', '${name}', '', '${name}@mail.test', '', '${status}', '${name}', '2026-06-01T12:0${minute}:00Z', '')`)
  await add('fourth', 'pending', 4)
  await add('first', 'pending', 1)
  await add('approved', 'approved', 5)
  await add('second', 'pending', 2)
  await add('third', 'pending', 3)
  await add('rejected', 'rejected', 6)
  await add('elsewhere', 'pending', 7, unlimited)

  await migrate(pool, migrations)

  const { rows } = await pool.query(
    'select first_name, waiting_since = registered_at as since from event_registrations where waiting_since is not null order by registered_at',
  )
  expect(rows).toEqual([
    { first_name: 'third', since: true },
    { first_name: 'fourth', since: true },
  ])
})
