import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#server/features/companies/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { minutes } from '#server/platform/clock.ts'
import { startServer } from '#server/testing.ts'
import { verifyPerPerson } from '../service.ts'

const startAsAdmin = async () => {
  const server = await startServer()
  const [admin, acme] = [await server.anAdmin(), await server.aCompany('acme', { teamSize: 12 })]
  const setSize = (teamSize: number) => acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize })
  const sizes = async () => (await acme('GET', `/api/companies/${acme.companyId}/team-sizes`)).body
  return { ...server, admin, acme, setSize, sizes }
}

test('a changed team size is kept with its date and by whom, the newest first', async () => {
  const { admin, acme, clock, setSize, sizes } = await startAsAdmin()
  const created = clock.now().toISOString()
  clock.advance(minutes(5))
  await setSize(20)
  clock.advance(minutes(5))
  await admin('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 18 })

  const [second, first] = [clock.now().getTime(), clock.now().getTime() - minutes(5)]
  expect(await sizes()).toEqual([
    { size: 18, since: new Date(second).toISOString(), byAdministrator: true },
    { size: 20, since: new Date(first).toISOString(), byAdministrator: false },
    { size: 12, since: created, byAdministrator: false },
  ])
})

test('saving a profile without another team size is not a change of it', async () => {
  const { setSize, sizes, acme } = await startAsAdmin()

  await setSize(12)
  await acme('PATCH', `/api/companies/${acme.companyId}`, { dailyGoal: 300 })

  expect(await sizes()).toHaveLength(1)
})

test('points keep the team size they were approved with, and a reopened proof takes back exactly what it gave', async () => {
  const server = await startAsAdmin()
  const { admin, acme, db } = server
  const setSize = (teamSize: number) => admin('PATCH', `/api/companies/${acme.companyId}`, { teamSize })
  const [one = '', two = ''] = await waitingProofs(server, acme.companyId, (await someTasks(server, 7)).slice(5))
  const approve = (id: string) => admin('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  const kept = async () => (await db.select().from(companies).where(eq(companies.id, acme.companyId)))[0]

  await approve(one)
  await setSize(7)
  await approve(two)
  expect((await kept())?.perPersonMillionths).toBe(500_000 + 1_000_000)
  await setSize(40)
  await admin('POST', `/api/proofs/${one}/reopening`, { note: 'Looked again' })

  expect((await kept())?.perPersonMillionths).toBe(1_000_000)
  const entries = await db.select().from(pointEntries).orderBy(pointEntries.id)
  expect(entries.map(({ kind, teamSize }) => [kind, teamSize])).toEqual([
    ['approve', 12],
    ['approve', 7],
    ['reverse', 12],
  ])
  expect(await verifyPerPerson({ db })).toEqual([])
})

test('an adjustment counts with the team size of its moment, also below the smallest team that has a rank', async () => {
  const { admin, acme, db } = await startAsAdmin()
  const adjust = (points: number) =>
    admin('POST', `/api/companies/${acme.companyId}/points`, { points, reason: 'For the test' })
  await adjust(100)
  await admin('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 2 })
  await adjust(-10)

  const [row] = await db.select().from(companies).where(eq(companies.id, acme.companyId))

  // 100 ÷ 12 − 10 ÷ 5, each rounded to a millionth.
  expect(row?.perPersonMillionths).toBe(8_333_333 - 2_000_000)
  expect(await verifyPerPerson({ db })).toEqual([])
})

test('points per person that were changed apart from the ledger are found', async () => {
  const { admin, acme, db } = await startAsAdmin()
  await admin('POST', `/api/companies/${acme.companyId}/points`, { points: 24, reason: 'For the test' })

  await db.update(companies).set({ perPersonMillionths: 3_000_000 })

  expect(await verifyPerPerson({ db })).toEqual(['acme Ltd: 3 points per person kept, 2 by the ledger'])
})
