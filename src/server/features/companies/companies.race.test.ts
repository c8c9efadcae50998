import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { record } from '#server/platform/audit/record.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { atOnce, patiently, tally, withoutIndex } from '#server/testing/guards.ts'
import { profile, World } from '#server/testing/world.ts'
import { startServer } from '#server/testing.ts'
import { companies } from './tables.ts'

async function createFifty() {
  const server = await startServer()
  const ada = await new World(server).join('ada')
  const create = () => atOnce(50, (n) => patiently(() => ada.call('POST', '/api/companies', profile(`try${n}`))))
  return { db: server.db, ada, create }
}

test('of fifty companies that one person creates at once, one comes to be', async () => {
  const { db, ada, create } = await createFifty()

  const replies = await create()

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  const [company, ...others] = await db.select().from(companies)
  expect(others).toEqual([])
  expect((await ada.call('GET', '/api/auth/user')).body).toMatchObject({ companyId: company?.id, draft: null })
})

test('red control: without the index one person gets several companies', { retry: 4 }, async () => {
  const { db, create } = await createFifty()

  const replies = await withoutIndex(db, 'companies_user', create)

  expect(tally(replies)[201]).toBeGreaterThan(1)
})

async function shareOneAddress() {
  const server = await startServer()
  const world = new World(server)
  const people = await atOnce(20, (n) => world.join(`person${n}`))
  const body = { ...profile('same'), email: 'same@office.test' }
  const create = () => Promise.all(people.map(({ call }) => patiently(() => call('POST', '/api/companies', body))))
  return { db: server.db, create }
}

test('of twenty companies with one contact address at once, one comes to be', async () => {
  const { db, create } = await shareOneAddress()

  const replies = await create()

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  expect(await db.$count(companies)).toBe(1)
})

test('red control: without the index several companies share one address', { retry: 4 }, async () => {
  const { db, create } = await shareOneAddress()

  const replies = await withoutIndex(db, 'companies_email', create)

  expect(tally(replies)[201]).toBeGreaterThan(1)
})

test('twenty administrators who hide a company at once leave one line in the log', async () => {
  const server = await startServer()
  const world = new World(server)
  const [admin, acme] = [await world.join('root', { isAdmin: true }), await world.joinWithCompany('acme')]

  const replies = await atOnce(20, () =>
    patiently(() => admin.call('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })),
  )

  expect(tally(replies)).toEqual({ 200: 20 })
  expect(await server.db.$count(auditEntries)).toBe(1)
})

test('red control: looking without holding writes several lines', { retry: 4 }, async () => {
  const server = await startServer()
  const { db, clock } = server
  const acme = await new World(server).joinWithCompany('acme')

  await atOnce(20, () =>
    db.transaction(async (tx) => {
      const [company] = await tx.select().from(companies).where(eq(companies.id, acme.companyId))
      if (company?.hiddenAt) return
      await tx.update(companies).set({ hiddenAt: clock.now() }).where(eq(companies.id, acme.companyId))
      await record(tx, 'command line', clock.now(), { action: 'hid from the leaderboard', subject: 'acme Ltd' })
    }),
  )

  expect(await db.$count(auditEntries)).toBeGreaterThan(1)
})
