import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  withoutAdvisoryLock,
} from '#server/testing/guards.ts'
import { erase } from './service.ts'

/** A company, erased by two requests at once. */
async function eraseCompanyTwice(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const admin = await server.anAdmin()
  const { userId } = await server.aCompany('engines')
  const { rows } = await server.db.execute<{ email: string }>(sql`select email from users where id = ${userId}`)
  const replies = await atOnce(2, () => patiently(() => admin('POST', '/api/admin/erasures', rows[0])))
  const { rows: entries } = await server.db.execute(sql`select from audit_entries where action = 'erased the data of'`)
  return { erased: replies.map(({ body }) => body.companies).sort(), entries: entries.length }
}

test('of two who erase one company at once, one erases and the other finds nothing', async () => {
  expect(await eraseCompanyTwice()).toEqual({ erased: [0, 1], entries: 1 })
})

test('red control: without the lock both say that they erased it', async () => {
  const bothFind = meetBefore(/full join "companies"/, 2)

  expect(await eraseCompanyTwice(withoutAdvisoryLock, bothFind)).toEqual({ erased: [1, 1], entries: 2 })
})

/** Both administrators that there are, erased at once by an operator. */
async function eraseBothAdministrators(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  for (const name of ['first', 'second']) await server.anAdmin(name)
  const { rows } = await server.db.execute<{ email: string }>(sql`select email from users where is_admin`)
  const results = await Promise.allSettled(rows.map(({ email }) => erase(server.platform, 'command line', email)))
  const left = await server.db.execute(sql`select from users where is_admin and disabled_at is null`)
  return { refused: results.filter(({ status }) => status === 'rejected').length, left: left.rows.length }
}

test('of the last two administrators, erased at once, one stays', async () => {
  expect(await eraseBothAdministrators()).toEqual({ refused: 1, left: 1 })
})

test('red control: without the lock nobody is left who could let anybody in', async () => {
  const countBoth = meetBefore(/^select count\(\*\).* from "users"/, 2)

  expect(await eraseBothAdministrators(withoutAdvisoryLock, countBoth)).toEqual({ refused: 0, left: 0 })
})
