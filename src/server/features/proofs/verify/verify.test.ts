import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#server/features/companies/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { startWorld } from '#server/testing.ts'
import { taskProofs } from '../tables.ts'
import { someTasks, waitingProofs } from '../testing.ts'
import { verify } from './verify.ts'

const ways = [{ quickly: false }, { quickly: true }]

/** Two proofs, worth 1 and 2 points, both approved, one adjustment and one proof that was reopened. */
async function anEventfulWeek() {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, 3))
  for (const id of ids) await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  await root('POST', `/api/proofs/${ids[2]}/reopening`, { note: 'Looked again' })
  await root('POST', `/api/companies/${acme.companyId}/points`, { points: 7, reason: 'For the parade' })
  return { ...server, acme, ids }
}

test('after approvals, a reopening and an adjustment everything agrees', async () => {
  const { db } = await anEventfulWeek()

  expect(await verify({ db })).toEqual({ companies: 1, differences: [] })
})

test('a total that was changed apart from the ledger is found', async () => {
  const { db } = await anEventfulWeek()

  await db.update(companies).set({ totalCaloriesBurned: 31 })

  expect((await verify({ db })).differences).toEqual([
    'acme Ltd: 10 points shown, 10 in the ledger, 10 from proofs and adjustments; 31 calories shown, 30 in the ledger',
  ])
})

test.each(ways)('an award that is not in the ledger is found, %j', async (way) => {
  const { db, ids } = await anEventfulWeek()

  await db
    .update(taskProofs)
    .set({ caloriesAwarded: 11 })
    .where(eq(taskProofs.id, ids[0] ?? ''))

  expect((await verify({ db }, undefined, way)).differences).toEqual([
    'acme Ltd, Task 1: 1 points and 11 calories awarded, 1 and 10 in the ledger',
  ])
})

test.each(ways)('two mistakes that hide each other in the sum are found, %j', async (way) => {
  const { db, clock, acme, ids } = await anEventfulWeek()
  const line = {
    companyId: acme.companyId,
    kind: 'approve' as const,
    calories: 0,
    teamSize: 1,
    effectiveAt: clock.now(),
    at: clock.now(),
  }

  await db.insert(pointEntries).values([
    { ...line, proofId: ids[0], points: 5 },
    { ...line, proofId: ids[1], points: -5 },
  ])

  expect((await verify({ db }, undefined, way)).differences).toEqual([
    'acme Ltd, Task 1: 1 points and 10 calories awarded, 6 and 10 in the ledger',
    'acme Ltd, Task 2: 2 points and 20 calories awarded, -3 and 20 in the ledger',
  ])
})

test.each(ways)('entries for a proof under the name of another company are found, %j', async (way) => {
  const { db, clock, ids, aCompany } = await anEventfulWeek()
  const bolt = await aCompany('bolt')
  const entry = { companyId: bolt.companyId, kind: 'approve' as const, calories: 0, teamSize: 1 }
  const times = { effectiveAt: clock.now(), at: clock.now() }

  await db.insert(pointEntries).values([
    { ...entry, ...times, proofId: ids[0], points: 5 },
    { ...entry, ...times, proofId: ids[1], points: -5 },
  ])

  expect((await verify({ db }, undefined, way)).differences).toEqual([
    'bolt Ltd, Task 1: 0 points and 0 calories awarded, 5 and 0 in the ledger',
    'bolt Ltd, Task 2: 0 points and 0 calories awarded, -5 and 0 in the ledger',
  ])
})
