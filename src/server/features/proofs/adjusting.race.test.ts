import { expect, test } from 'vitest'
import { atOnce, databaseWith, patiently, tally, withoutRowLock } from '#server/testing/guards.ts'
import { World } from '#server/testing/world.ts'
import { startServer } from '#server/testing.ts'
import { ledger } from './testing.ts'

/** A company with ten points, and twenty requests at the same moment that each deduct six. */
async function deductAtOnce({ holding }: { holding: boolean }) {
  const first = await startServer()
  const careless = holding ? undefined : { ...first, bareDb: databaseWith(first.databaseUrl, withoutRowLock('companies')) }
  const server = careless ? await startServer({ beside: careless }) : first
  const world = new World(server)
  const root = await world.join('root', { isAdmin: true })
  const acme = await world.joinWithCompany('acme')
  const adjust = (points: number) =>
    patiently(() => root.call('POST', `/api/companies/${acme.companyId}/points`, { points, reason: 'Deducted' }))
  await adjust(10)
  const replies = await atOnce(20, () => adjust(-6))
  const total = (await root.call('GET', `/api/companies/${acme.companyId}`)).body.totalPoints
  return { replies, total, differences: (await ledger(server)).differences }
}

test('of twenty deductions at once only as many are taken as there are points', async () => {
  const { replies, total, differences } = await deductAtOnce({ holding: true })

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  expect([total, differences]).toEqual([4, []])
})

test('red control: without holding the totals more is deducted than there is', async () => {
  const { total } = await deductAtOnce({ holding: false })

  expect(total).toBeLessThan(0)
})
