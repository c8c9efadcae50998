import { expect, test } from 'vitest'
import { profile } from '#server/testing/data/world.ts'
import { atOnce, meetBefore, patiently, startServerWith, tally } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { startServer } from '#server/testing.ts'

// The second begins with a Cyrillic letter.
const lookAlike = ['Acme Bank', 'Аcme Bank', 'ACME  Bank', 'acme bank']

async function createAtOnce(server: Awaited<ReturnType<typeof startServer>>, count: number) {
  const people = await atOnce(count, (n) => server.aUser(`person${n}`))
  const create = () =>
    atOnce(count, (n) => {
      const body = { ...profile(`person${n}`), name: lookAlike[n % lookAlike.length] }
      return patiently(async () => people[n]?.('POST', '/api/companies', body) ?? Promise.reject(new Error('nobody')))
    })
  return { db: server.db, create }
}

test('of twelve companies with names that look alike at once, one comes to be', async () => {
  const { create } = await createAtOnce(await startServer(), 12)

  expect(tally(await create())).toEqual({ 201: 1, 409: 11 })
})

test('red control: without the index two companies look alike', async () => {
  const { db, create } = await createAtOnce(await startServerWith(meetBefore(/^insert into "companies"/, 2)), 2)

  const replies = await withoutIndex(db, 'companies_name_key', create)

  expect(tally(replies)).toEqual({ 201: 2 })
})
