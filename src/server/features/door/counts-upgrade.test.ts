import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventCounts } from '#server/features/events/tables.ts'
import { verifyEventCounts } from '#server/features/registrations/verify.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { gateCounts } from './tables.ts'
import { verifyGateCounts } from './verify.ts'

test('an upgrade counts what is there: every state, every gate, undone check-ins left out', async () => {
  const { db, pool } = await databaseAt(20)
  const eventId = randomUUID()
  await db.execute(sql`insert into events (id, title, description, short_code, signing_key, public_key, created_at)
    values (${eventId}, 'Beach run', 'Along the shore', 'abcd2345', 'k', 'p', now())`)
  await db.execute(sql`insert into event_registrations
      (event_id, first_name, last_name, email, phone, code, status, checked_in, registered_at, notice_version)
    select ${eventId}::uuid, 'A', 'B', n || '@mail.test', '1', n,
      (array['pending', 'approved', 'rejected', 'cancelled', 'approved'])[n % 5 + 1], n % 10 = 1, now(), '1'
    from generate_series(1, 20) n`)
  await db.execute(sql`insert into door_scans (event_id, registration_id, result, gate, scanned_by, at, received_at, undone_at)
    select ${eventId}::uuid, id, case when code::int % 10 = 1 then 'ok' else 'already' end, 'Gate ' || code::int % 2, 'root', now(), now(),
      case when code = '11' then now() end
    from event_registrations`)

  await migrate(pool)

  expect(await db.select().from(eventCounts)).toEqual([
    { eventId, pending: 4, approved: 8, rejected: 4, cancelled: 4, checkedIn: 2 },
  ])
  expect(await db.select().from(gateCounts)).toEqual([{ eventId, gate: 'Gate 1', checkedIn: 1 }])
  expect([...(await verifyEventCounts({ db })), ...(await verifyGateCounts({ db }))]).toEqual([])
})
