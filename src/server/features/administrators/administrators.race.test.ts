import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { oneTimeLinks, users } from '#server/features/auth/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import {
  atOnce,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutAdvisoryLock,
  withoutConflictClause,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { startServer } from '#server/testing.ts'

const grace = { email: 'grace@week.test', firstName: 'Grace', lastName: 'Hopper' }

async function createAtOnce(server: Awaited<ReturnType<typeof startServer>>, count: number) {
  const root = await server.anAdmin()
  const create = () => root('POST', '/api/admin/admins', { ...grace, password: 'Trade-wind-77' })
  return () => atOnce(count, () => patiently(create))
}

test('of fifty administrators with one address created at once, one comes to be and gets one mail', async () => {
  const server = await startServer()
  const create = await createAtOnce(server, 50)

  const replies = await create()

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await server.db.$count(users)).toBe(2)
  expect(await server.mails()).toHaveLength(1)
  expect(await server.db.$count(oneTimeLinks)).toBe(1)
  expect(await server.db.$count(auditEntries)).toBe(1)
})

test('red control: without the index two administrators are created and welcomed', async () => {
  const server = await startServerWith(withoutConflictClause(/^insert into "users"/))
  const create = await createAtOnce(server, 2)

  const replies = await withoutIndex(server.db, 'users_email', create)

  expect(tally(replies)).toEqual({ 201: 2 })
  expect(await server.mails()).toHaveLength(2)
})

async function twoAdministrators(server: Awaited<ReturnType<typeof startServer>>) {
  const [root, eve] = [await server.anAdmin(), await server.anAdmin('eve')]
  const disableEachOther = async () => {
    await server.db.update(users).set({ disabledAt: null })
    const [first, second] = [await root.enter(), await eve.enter()]
    const replies = await Promise.all([
      first('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true }),
      second('PATCH', `/api/admin/admins/${root.userId}`, { disabled: true }),
    ])
    return { replies, active: await active(server.db) }
  }
  return disableEachOther
}

const active = (db: Db) => db.$count(users, sql`is_admin and disabled_at is null`)

test('two administrators who disable each other at once leave one', async () => {
  const disableEachOther = await twoAdministrators(await startServer())

  for (let round = 0; round < 10; round++) {
    const { replies, active } = await disableEachOther()
    const [winner, loser] = replies.toSorted((a, b) => a.status - b.status)
    expect([winner?.status, active]).toEqual([200, 1])
    // The other one came second: the last who is left, or signed out already.
    expect(['last-administrator', 'not-signed-in']).toContain(loser?.body.code)
  }
})

test('red control: without the lock two administrators who disable each other leave none', async () => {
  const disabling = /^update "users" set .*"disabled_at"/
  const server = await startServerWith(withoutAdvisoryLock, meetBefore(disabling, 2))
  const disableEachOther = await twoAdministrators(server)

  expect((await disableEachOther()).active).toBe(0)
})
