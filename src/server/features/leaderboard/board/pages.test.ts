import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { companies } from '#server/features/companies/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { type Caller, startServer, startWorld } from '#server/testing.ts'

const givePoints = async (admin: Caller, companyId: string, points: number) => {
  const given = await admin('POST', `/api/companies/${companyId}/points`, {
    points,
    calories: 0,
    reason: 'For the test',
  })
  expect(given.status).toBe(201)
}

/** Companies as rows, without accounts: what is tested is reading. The first has the most points. */
async function insertCompanies(db: Db, count: number) {
  const at = new Date('2026-06-01T12:00:00Z')
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `Company ${String(n).padStart(4, '0')}`,
    contactPersonName: 'Ada Lovelace',
    email: `company${n}@mail.test`,
    phone: '+59991234567',
    totalPoints: (count - n) * 10,
    reachedAt: at,
    createdAt: at,
    updatedAt: at,
  }))
  const inserted = await db.insert(companies).values(rows).returning({ id: companies.id })
  return inserted.map(({ id }) => id)
}

const setPoints = (db: Db, id: string, points: number) =>
  db.update(companies).set({ totalPoints: points }).where(eq(companies.id, id))

const announce = (db: Db) =>
  db.execute(sql`select pg_notify('sports_week', '{"topics":["leaderboard"],"audience":"everyone"}')`)

const namesOf = (entries: LeaderboardEntry[]) => entries.map(({ name }) => name)
const nextOf = (reply: { headers: Headers }) => /<(.+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]

/** Follows the links from the first page; `between` happens after each page. */
async function readAll(reader: Caller, first: string, between: (page: number) => Promise<unknown> = async () => {}) {
  const found: LeaderboardEntry[] = []
  let address: string | undefined = first
  for (let page = 0; address; page++) {
    const reply = await reader('GET', address)
    expect(reply.status).toBe(200)
    found.push(...reply.body)
    address = nextOf(reply)
    await between(page)
  }
  return found
}

test('pages together are the whole board, with the same ranks', async () => {
  const { db, root: admin } = await startWorld({ root: 'admin' })
  const ids = await insertCompanies(db, 25)
  // A tie across the border of two pages.
  for (const id of ids.slice(8, 13)) await setPoints(db, id, 125)

  const whole = (await admin('GET', '/api/leaderboard')).body
  const paged = await readAll(admin, '/api/leaderboard?limit=10')

  expect(paged).toEqual(whole)
  expect(whole.slice(8, 14).map(({ rank }: LeaderboardEntry) => rank)).toEqual([9, 9, 9, 9, 9, 14])
  const second = await admin('GET', '/api/leaderboard?offset=10&limit=10')
  expect(second.body).toEqual(whole.slice(10, 20))
  expect(second.headers.get('x-total-count')).toBe('25')
  expect((await admin('GET', '/api/leaderboard?offset=30')).body).toEqual([])
})

test('companies that do not move are read exactly once, whoever overtakes or joins between two pages', async () => {
  const { db, root: admin } = await startWorld({ root: 'admin' })
  const ids = await insertCompanies(db, 40)
  const names = namesOf((await admin('GET', '/api/leaderboard')).body)
  const [climber = '', faller = '', cursorRow = ''] = [ids[35], ids[2], ids[19]]

  const read = await readAll(admin, '/api/leaderboard?limit=10', async (page) => {
    if (page === 0) await givePoints(admin, climber, 10_000)
    // The company that the cursor of the second page names, and one that was read on the first.
    if (page === 1) for (const id of [cursorRow, faller]) await givePoints(admin, id, -60)
    if (page === 2) {
      await setPoints(db, cursorRow, 900)
      await announce(db)
    }
  })

  const moved = [35, 2, 19].map((n) => names[n])
  const still = names.filter((name) => !moved.includes(name))
  expect(namesOf(read).filter((name) => still.includes(name))).toEqual(still)
})

test('the same address asked again leads on from whoever is last on its page by now', async () => {
  const { db, root: admin } = await startWorld({ root: 'admin' })
  const ids = await insertCompanies(db, 20)
  const ask = () => admin('GET', '/api/leaderboard?limit=10')
  const before = await ask()
  expect(nextOf(await ask())).toBe(nextOf(before))
  await givePoints(admin, ids[15] ?? '', 1_000)

  const after = await ask()

  expect(nextOf(after)).not.toBe(nextOf(before))
  const second = (await admin('GET', nextOf(after) ?? '')).body
  expect(namesOf(second)).toEqual(namesOf((await admin('GET', '/api/leaderboard?offset=10&limit=10')).body))
  for (const _ of [1, 2]) expect((await admin('GET', '/api/leaderboard?limit=0')).status).toBe(400)
})

test('the own row comes with its place and its neighbours', async () => {
  const { db, aCompany, root: admin } = await startWorld({ root: 'admin' })
  await insertCompanies(db, 30)
  const [own, twin] = [await aCompany('own'), await aCompany('twin')]
  await givePoints(admin, own.companyId, 155)
  await givePoints(admin, twin.companyId, 155)

  const summary = (await own('GET', '/api/leaderboard/summary')).body

  expect(summary).toMatchObject({
    companies: 32,
    ranked: 32,
    totals: { companies: 32, points: 4_650 + 310, leaderPoints: 300 },
    own: {
      entry: { id: own.companyId, rank: 16, points: 155 },
      position: 15,
      ahead: { name: 'Company 0014', gap: 5, byTime: false },
      behind: { name: 'Company 0015', gap: 5, byTime: false },
      sharedWith: ['twin Ltd'],
    },
  })
  const [row] = (await own('GET', `/api/leaderboard?offset=${summary.own.position}&limit=1`)).body
  expect(row).toEqual(summary.own.entry)
  expect((await admin('GET', '/api/leaderboard/summary')).body.own).toBeNull()
})

test('a search keeps the ranks, in pages and in the summary', async () => {
  const { db, aCompany } = await startServer()
  await insertCompanies(db, 30)
  const own = await aCompany('swim', { name: 'Zwemmers één' })

  const found = await readAll(own, '/api/leaderboard?q=company+001&limit=4')
  const summary = (await own('GET', '/api/leaderboard/summary?q=een+zwem')).body

  expect(found.map(({ name, rank }) => [name, rank])).toEqual([
    ['Company 0001', 2],
    ...Array.from({ length: 10 }, (_, n) => [`Company 001${n}`, n + 11]),
  ])
  expect(summary).toMatchObject({ companies: 1, ranked: 0, totals: { companies: 31 }, own: { position: 0 } })
  expect((await own('GET', '/api/leaderboard/summary?q=company')).body.own.position).toBeNull()
})

test('a page is told to be unchanged until one of its rows changes', async () => {
  const { db, root: admin } = await startWorld({ root: 'admin' })
  const ids = await insertCompanies(db, 30)
  const etag = (await admin('GET', '/api/leaderboard?limit=10')).headers.get('etag') ?? ''
  const again = () => admin('GET', '/api/leaderboard?limit=10', undefined, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)

  await givePoints(admin, ids[25] ?? '', 15)
  expect((await again()).status).toBe(304)

  await givePoints(admin, ids[5] ?? '', 1)
  expect(await again()).toMatchObject({ status: 200, body: { 5: { points: 251 } } })
})

test.each([
  ['limit=0'],
  ['limit=1001'],
  ['limit=10&cursor=nonsense'],
  [`cursor=${Buffer.from('[1,2,3,4]').toString('base64url')}`],
  [`cursor=official.${Buffer.from('[1,2,3,4]').toString('base64url')}`],
  ['cursor='],
  ['offset=-1'],
  ['offset=1&cursor=abc'],
  ['limit=1&limit=2'],
  ['sort=name'],
])('?%s is refused with a sentence', async (query) => {
  const { anAdmin } = await startServer()
  const reply = await (await anAdmin())('GET', `/api/leaderboard?${query}`)

  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  expect(Object.values(reply.body.fields).join()).not.toBe('')
})
