import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startDatabaseProxy } from '#server/testing/network/tcp-proxy.ts'
import { type Caller, startServer, startWorld } from '#server/testing.ts'

const pointsOf = async (reader: Caller, companyId: string): Promise<number | undefined> =>
  (await reader('GET', '/api/leaderboard?limit=100')).body.find(({ id }: { id: string }) => id === companyId)?.points

const twoProcesses = async () => {
  const { root: admin, acme, ...one } = await startWorld({ root: 'admin', acme: 'company' })
  const two = await startServer({ beside: one })
  const there = two.caller(acme.cookie)
  const give = (points: number) =>
    admin('POST', `/api/companies/${acme.companyId}/points`, { points, calories: 0, reason: 'For the test' })
  return { one, two, acme, there, give }
}

test('whoever changes points reads them at once, in pages and in the own row', async () => {
  const { acme, give } = await twoProcesses()
  for (const points of [3, 4, 5]) {
    await give(points)
    const [page, summary] = [await pointsOf(acme, acme.companyId), await acme('GET', '/api/leaderboard/summary')]

    expect(page).toBe(summary.body.own.entry.points)
    expect(page).toBe(points === 3 ? 3 : points === 4 ? 7 : 12)
  }
})

test('a page of another process shows the change', async () => {
  const { acme, there, give } = await twoProcesses()
  expect(await pointsOf(there, acme.companyId)).toBe(0)

  await give(7)

  await eventually(async () => (await pointsOf(there, acme.companyId)) === 7, 'the change to be shown')
})

test('a change that nobody announced is found, shown, and announced to open screens', async () => {
  const { one, two, acme, there } = await twoProcesses()
  expect(await pointsOf(there, acme.companyId)).toBe(0)
  expect(await pointsOf(acme, acme.companyId)).toBe(0)
  const stream = await openStream(two.base, acme.cookie)
  const announced = () => stream.topics().filter((topic) => topic === 'leaderboard').length
  const before = announced()

  await one.db.execute(sql`update companies set total_points = 9 where id = ${acme.companyId}`)

  await eventually(async () => (await pointsOf(there, acme.companyId)) === 9, 'the change to be shown')
  await eventually(() => announced() > before, 'the change to be announced')
})

test('companies that are deleted or hidden by hand leave the board', async () => {
  const { one, acme, there } = await twoProcesses()
  const [gone, hidden] = [await one.aCompany('gone'), await one.aCompany('hidden')]
  for (const { companyId } of [acme, gone, hidden])
    await eventually(async () => (await pointsOf(there, companyId)) === 0, 'the company to be shown')

  await one.db.execute(sql`update users set company_id = null where id = ${gone.userId}`)
  await one.db.execute(sql`delete from companies where id = ${gone.companyId}`)
  await one.db.execute(sql`update companies set hidden_at = now() where id = ${hidden.companyId}`)

  for (const { companyId } of [gone, hidden])
    await eventually(async () => (await pointsOf(there, companyId)) === undefined, 'the company to be gone')
  expect((await there('GET', '/api/leaderboard/summary')).body).toMatchObject({ companies: 1 })
})

test('a process whose signals broke off reads the board anew when they come back', async () => {
  const one = await startServer()
  const proxy = await startDatabaseProxy(one.databaseUrl)
  onTestFinished(() => proxy.cut())
  const acme = await one.aCompany('acme')
  const two = await startServer({ beside: one, listenUrl: proxy.url })
  const there = two.caller(acme.cookie)
  expect(await pointsOf(there, acme.companyId)).toBe(0)
  await proxy.cut()
  await eventually(() => !two.platform.signals.isHearing(), 'the fault to be noticed')

  // Not noted as a change: so looks a database that was replaced by another one to a process that ran all along.
  await one.db.transaction(async (tx) => {
    await tx.execute(sql`update companies set total_points = 9 where id = ${acme.companyId}`)
    await tx.execute(sql`delete from leaderboard_changes`)
  })
  await proxy.restore()

  await eventually(async () => (await pointsOf(there, acme.companyId)) === 9, 'everything to be read anew')
})
