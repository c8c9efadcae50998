import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { profile } from '#server/testing/data/world.ts'
import {
  atOnce,
  type Changed,
  interruption,
  lockedForDeletion,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { startServer } from '#server/testing.ts'
import { companies } from './tables.ts'

async function createAtOnce(server: Awaited<ReturnType<typeof startServer>>) {
  const ada = await server.aUser()
  const create = (count: number) =>
    atOnce(count, (n) => patiently(() => ada('POST', '/api/companies', profile(`try${n}`))))
  return { db: server.db, ada, create }
}

test('of fifty companies that one person creates at once, one comes to be', async () => {
  const { db, ada, create } = await createAtOnce(await startServer())

  const replies = await create(50)

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  const [company, ...others] = await db.select().from(companies)
  expect(others).toEqual([])
  expect((await ada('GET', '/api/auth/user')).body).toMatchObject({ companyId: company?.id, draft: null })
})

test('red control: without the index one person gets two companies', async () => {
  const { db, create } = await createAtOnce(await startServerWith(meetBefore(/^insert into "companies"/, 2)))

  const replies = await withoutIndex(db, 'companies_user', () => create(2))

  expect(tally(replies)).toEqual({ 201: 2 })
})

async function shareOneAddress(server: Awaited<ReturnType<typeof startServer>>, count: number) {
  const people = await atOnce(count, (n) => server.aUser(`person${n}`))
  const create = () =>
    Promise.all(
      people.map((call, n) => {
        const body = { ...profile(`person${n}`), email: 'same@office.test' }
        return patiently(() => call('POST', '/api/companies', body))
      }),
    )
  return { db: server.db, create }
}

test('of twenty companies with one contact address at once, one comes to be', async () => {
  const { db, create } = await shareOneAddress(await startServer(), 20)

  const replies = await create()

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  expect(await db.$count(companies)).toBe(1)
})

test('red control: without the index two companies share one address', async () => {
  const { db, create } = await shareOneAddress(await startServerWith(meetBefore(/^insert into "companies"/, 2)), 2)

  const replies = await withoutIndex(db, 'companies_email', create)

  expect(tally(replies)).toEqual({ 201: 2 })
})

async function hideAtOnce(server: Awaited<ReturnType<typeof startServer>>, count: number) {
  const [admin, acme] = [await server.anAdmin(), await server.aCompany()]
  return atOnce(count, () =>
    patiently(() => admin('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })),
  )
}

test('twenty administrators who hide a company at once leave one entry in the log', async () => {
  const server = await startServer()

  const replies = await hideAtOnce(server, 20)

  expect(tally(replies)).toEqual({ 200: 20 })
  expect(await server.db.$count(auditEntries)).toBe(1)
})

test('red control: without the row lock two administrators leave two entries', async () => {
  const hiding = /^update "companies" set .*"hidden_at"/
  const server = await startServerWith(withoutRowLock('companies'), withoutRowLock('users'), meetBefore(hiding, 2))

  await hideAtOnce(server, 2)

  expect(await server.db.$count(auditEntries)).toBe(2)
})

/** A company changes its team size; before that is written down, an administrator hides it and disables its account. */
async function disableWhileEditing(...changes: Changed[]) {
  const disabling = interruption(/^insert into "company_sizes"/)
  const server = await startServerWith(disabling.changed, ...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const path = `/api/admin/companies/${acme.companyId}`
  disabling.prepare(server.db, () => root('PATCH', path, { hidden: true, disabled: true }))
  const edited = await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 7 })
  return { edited: edited.status, disabled: await disabling.status() }
}

test('a company that edits itself while an administrator hides and disables it: neither fails', async () => {
  expect(await disableWhileEditing()).toEqual({ edited: 200, disabled: 200 })
})

test('red control: with the account held before the profile, and for good, one of the two fails', async () => {
  const { edited, disabled } = await disableWhileEditing(withoutRowLock('companies'), lockedForDeletion('users'))

  expect([edited, disabled]).toContain(503)
})
