import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { oneTimeLinks, users } from '#server/features/auth/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { post } from '#server/platform/mail/outbox.ts'
import { atOnce, patiently, tally, withoutIndex, withoutLock } from '#server/testing/guards.ts'
import { World } from '#server/testing/world.ts'
import { startServer } from '#server/testing.ts'
import { welcomeMail } from './mail.ts'

const grace = { email: 'grace@week.test', firstName: 'Grace', lastName: 'Hopper' }

test('of fifty administrators with one address created at once, one comes to be and gets one mail', async () => {
  const server = await startServer()
  const root = await new World(server).join('root', { isAdmin: true })

  const replies = await atOnce(50, () =>
    patiently(() => root.call('POST', '/api/admin/admins', { ...grace, password: 'Trade-wind-77' })),
  )

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await server.db.$count(users)).toBe(2)
  expect(await server.mails()).toHaveLength(1)
  expect(await server.db.$count(oneTimeLinks)).toBe(1)
  expect(await server.db.$count(auditEntries)).toBe(1)
})

test('red control: looking before writing, without the index, welcomes several', { retry: 4 }, async () => {
  const { db, clock, mails } = await startServer()
  const now = clock.now()

  await withoutIndex(db, 'users_email', () =>
    atOnce(50, () =>
      db.transaction(async (tx) => {
        if ((await tx.$count(users, eq(users.email, grace.email))) > 0) return
        const row = { ...grace, password: '', isAdmin: true, createdAt: now, updatedAt: now }
        await tx.insert(users).values(row)
        await post(tx, welcomeMail(grace, 'root@week.test', 'http://week.test', 'token'), now)
      }),
    ),
  )

  expect((await mails()).length).toBeGreaterThan(1)
})

async function twoAdministrators() {
  const server = await startServer()
  const world = new World(server)
  const [root, eve] = [await world.join('root', { isAdmin: true }), await world.join('eve', { isAdmin: true })]
  const disableEachOther = async () => {
    await server.db.update(users).set({ disabledAt: null })
    const [first, second] = [await root.enter(), await eve.enter()]
    const replies = await Promise.all([
      first.call('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true }),
      second.call('PATCH', `/api/admin/admins/${root.userId}`, { disabled: true }),
    ])
    return { replies, active: await active(server.db) }
  }
  return { db: server.db, disableEachOther }
}

const active = (db: Db) => db.$count(users, sql`is_admin and disabled_at is null`)

test('two administrators who disable each other at once leave one', async () => {
  const { disableEachOther } = await twoAdministrators()

  for (let round = 0; round < 10; round++) {
    const { replies, active } = await disableEachOther()
    const [winner, loser] = replies.toSorted((a, b) => a.status - b.status)
    expect([winner?.status, active]).toEqual([200, 1])
    // The other one came second: the last who is left, or signed out already.
    expect(['last-administrator', 'not-signed-in']).toContain(loser?.body.code)
  }
})

test('red control: without the lock two administrators who disable each other leave none', { retry: 4 }, async () => {
  const { db, disableEachOther } = await twoAdministrators()
  const left: number[] = []

  await withoutLock(db, async () => {
    for (let round = 0; round < 8 && !left.includes(0); round++) left.push((await disableEachOther()).active)
  })

  expect(left).toContain(0)
})
