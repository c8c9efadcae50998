import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#server/features/companies/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Caller, startServer, startWorld } from '#server/testing.ts'

const give = (admin: Caller, companyId: string, points: number) =>
  admin('POST', `/api/companies/${companyId}/points`, { points, calories: points * 10, reason: 'For the test' })

test('most points first, on equal points whoever got there first, and without points no rank', async () => {
  const { anAdmin, aCompany, clock } = await startServer()
  const admin = await anAdmin()
  const [late, first, none] = [await aCompany('late'), await aCompany('first'), await aCompany('none')]
  await give(admin, first.companyId, 50)
  clock.advance(minutes(1))
  await give(admin, late.companyId, 50)

  const board = (await none('GET', '/api/leaderboard')).body

  expect(board.map(({ name, rank, points }: Record<string, unknown>) => [name, rank, points])).toEqual([
    ['first Ltd', 1, 50],
    ['late Ltd', 2, 50],
    ['none Ltd', null, 0],
  ])
  const why = (await none('GET', `/api/leaderboard/${late.companyId}`)).body
  expect(why).toMatchObject({ ahead: { name: 'first Ltd', gap: 0, byTime: true }, adjustments: [{ points: 50 }] })
})

test('a full tie shares the rank', async () => {
  const { anAdmin, aCompany } = await startServer()
  const admin = await anAdmin()
  const [one, two, three] = [await aCompany('one'), await aCompany('two'), await aCompany('three')]
  await give(admin, one.companyId, 50)
  await give(admin, two.companyId, 50)
  await give(admin, three.companyId, 10)

  const ranks = (await one('GET', '/api/leaderboard')).body.map(({ rank }: { rank: number }) => rank)

  expect(ranks).toEqual([1, 1, 3])
})

test('a hidden company is not on the board, and contacts never are', async () => {
  const { root: admin, shown, hidden } = await startWorld({ root: 'admin', shown: 'company', hidden: 'company' })
  await admin('PATCH', `/api/admin/companies/${hidden.companyId}`, { hidden: true })

  const { body, text } = await shown('GET', '/api/leaderboard')

  expect(body.map(({ name }: { name: string }) => name)).toEqual(['shown Ltd'])
  expect(text).not.toContain('office@')
  expect(await shown('GET', `/api/leaderboard/${hidden.companyId}`)).toMatchObject({ status: 404 })
})

test('who asks again is told that nothing changed, until it does', async () => {
  const { root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  const etag = (await company('GET', '/api/leaderboard')).headers.get('etag') ?? ''
  const again = () => company('GET', '/api/leaderboard', undefined, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)

  await give(admin, company.companyId, 5)

  expect(await again()).toMatchObject({ status: 200, body: [{ points: 5 }] })
})

test('another process shows a change within a second', async () => {
  const { root: admin, acme: company, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const other = await startServer({ beside: server })
  const there = other.caller(company.cookie)
  expect((await there('GET', '/api/leaderboard')).body).toMatchObject([{ points: 0 }])

  await give(admin, company.companyId, 7)

  await expect.poll(async () => (await there('GET', '/api/leaderboard')).body[0].points, { timeout: 45_000 }).toBe(7)
})

test('what the database says is what the board says', async () => {
  const { db, root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  for (const points of [3, 4, -2]) await give(admin, company.companyId, points)

  const [row] = await db.select().from(companies).where(eq(companies.id, company.companyId))

  expect(row).toMatchObject({ totalPoints: 5, totalCaloriesBurned: 50 })
  expect((await company('GET', '/api/leaderboard')).body).toMatchObject([{ points: 5, caloriesBurned: 50 }])
})
