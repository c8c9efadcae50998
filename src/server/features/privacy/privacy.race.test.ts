import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPicture, askForGrant } from '#server/features/files/testing.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  atOnce,
  type Changed,
  countWaiting,
  interruption,
  meetBefore,
  patiently,
  startServerWith,
  withoutAdvisoryLock,
  withoutRowLock,
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

/** A company with a proof that waits is erased; before its profile is emptied, another administrator gives it points. */
async function givePointsWhileErasing(...changes: Changed[]) {
  const giving = interruption(/^update "companies" set "name"/)
  const server = await startServerWith(giving.changed, ...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  await waitingProofs(server, acme.companyId, await someTasks(server, 1))
  const given = { points: 5, calories: 0, reason: 'For the flag' }
  giving.prepare(server.db, () => root('POST', `/api/companies/${acme.companyId}/points`, given))
  const erased = await root('POST', '/api/admin/erasures', { email: acme.email })
  return { erased: erased.status, given: await giving.status() }
}

test('points that are given while a company is erased wait for that, and neither fails', async () => {
  expect(await givePointsWhileErasing()).toEqual({ erased: 200, given: 201 })
})

test('red control: with the days locked before the company, one of the two fails', async () => {
  const { erased, given } = await givePointsWhileErasing(withoutRowLock('companies'))

  expect([erased, given]).toContain(503)
})

/** A guest adds a photo, its company sends another and waits for that, and the company is erased before the guest's link is locked. */
async function eraseWhileSending(...changes: Changed[]) {
  const erasing = interruption(/from "capture_links".* for share$/, 2)
  const server = await startServerWith(erasing.changed, ...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const [taskId] = await someTasks(server, 1)
  const { token } = await aLink(server.unchanged.caller(acme.cookie), taskId)
  const picture = await aPicture()
  let sending: ReturnType<typeof askForGrant> | undefined
  erasing.prepare(server.db, async () => {
    sending = askForGrant(acme, picture)
    await eventually(async () => (await countWaiting(server.db)) > 0, 'the company to wait for the guest')
    return root('POST', '/api/admin/erasures', { email: acme.email })
  })
  const added = await askAsGuest(aPhone(server.visitor, token), picture)
  return { added: added.status, sent: (await sending)?.status, erased: await erasing.status() }
}

test('a company that is erased while photos are sent: the erasing waits for them, and nothing fails', async () => {
  expect(await eraseWhileSending()).toEqual({ added: 201, sent: 201, erased: 200 })
})

test('red control: with its sessions locked last, one of the three fails', async () => {
  let isFirst = true
  const later: Changed = {
    find: /^delete from "sessions"/,
    without(query) {
      if (!isFirst) return query
      isFirst = false
      return { text: 'select 1' }
    },
  }

  expect(await eraseWhileSending(later)).not.toEqual({ added: 201, sent: 201, erased: 200 })
})
