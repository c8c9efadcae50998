import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readMigrations } from '#server/platform/database/migrating/migrate.ts'
import { keepPlansFor } from '#server/platform/database/plans.ts'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { countReadRows } from '#server/testing/database/count-read-rows.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { insertMany } from './register-store.ts'

test('a registration does not read all the others, also when there were few a moment ago', async () => {
  const { db, anAdmin, visitor } = await startServer()
  const event = await anEvent(await anAdmin())
  let people = 0
  const register = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const reply = await visitor('POST', `/api/events/${event.id}/register`, anAttendee(`Ada${++people}`))
      expect(reply.status).toBe(201)
    }
  }
  const read = async () => {
    const { rows } = await db.execute<{ inserted: number; scanned: number }>(
      sql`select n_tup_ins::float8 as inserted, (seq_tup_read + idx_tup_fetch)::float8 as scanned from pg_stat_user_tables where relname = 'event_registrations'`,
    )
    return rows[0] ?? { inserted: 0, scanned: 0 }
  }
  await register(10)
  // What PostgreSQL knows of the table must not be left over from other tests in this database.
  await db.execute(sql`analyze event_registrations`)
  // It keeps the plan of a named statement from its sixth run on.
  await register(50)
  await db.execute(sql`insert into event_registrations
    (id, event_id, first_name, last_name, email, phone, code, registered_at, notice_version, mailed_at)
    select gen_random_uuid(), ${event.id}::uuid, 'A', 'B', n || '@mail.test', '+59991234567', n, now(), '1', now()
    from generate_series(1, 20000) n`)
  await eventually(async () => (await read()).inserted >= 20_060, 'what was inserted to be counted')
  const before = await read()
  await sleep(keepPlansFor)

  await register(20)

  // What a session scanned is counted together with what it inserted.
  await eventually(async () => (await read()).inserted >= before.inserted + 20, 'the registrations to be counted')
  expect((await read()).scanned - before.scanned).toBeLessThan(5 * 20_000)
})

test('the first hundreds of an installation are not read either, of whom PostgreSQL has no statistics', async () => {
  const { db } = await databaseAt(readMigrations().length - 1)
  const eventId = randomUUID()
  await db.execute(sql`insert into events (id, short_code, title, event_date, signing_key, public_key, created_at)
    values (${eventId}, 'beachrun', 'Beach run', now(), 'key', 'key', now())`)
  await db.execute(sql`insert into event_registrations (event_id, first_name, last_name, email, phone, code, registered_at, notice_version, mailed_at)
    select ${eventId}::uuid, 'A', 'B', n || '@mail.test', '+59991234567', n, now(), '1', now() from generate_series(1, 2000) n`)
  const people = ['one', 'two', '7'].map((name) => ({
    ...{ id: randomUUID(), eventId, firstName: 'Ada', lastName: 'Lovelace', email: `${name}@mail.test` },
    ...{ phone: '+59991234567', companyName: null, code: name, waiting: false, confirmBy: null, sourceHash: null },
    ...{ mailId: randomUUID() },
  }))

  const { added, read } = await db.transaction(async (tx) => ({
    added: await insertMany(tx, people, new Date()),
    read: await countReadRows(tx, 'event_registrations'),
  }))

  expect(added.map(({ mustMail }) => mustMail)).toEqual([true, true, false])
  expect(read).toBeLessThan(100)
})
