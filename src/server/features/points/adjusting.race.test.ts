import { expect, test } from 'vitest'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { ledger } from '../proofs/testing.ts'

/** A company with ten points, and twenty requests at the same moment that each deduct six. */
async function deductAtOnce(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const root = await server.anAdmin()
  const acme = await server.aCompany()
  const adjust = (points: number) =>
    patiently(() => root('POST', `/api/companies/${acme.companyId}/points`, { points, reason: 'Deducted' }))
  await adjust(10)
  const replies = await atOnce(20, () => adjust(-6))
  const total = (await root('GET', `/api/companies/${acme.companyId}`)).body.totalPoints
  return { replies, total, differences: (await ledger(server)).differences }
}

test('of twenty deductions at once only as many are taken as there are points', async () => {
  const { replies, total, differences } = await deductAtOnce()

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  expect([total, differences]).toEqual([4, []])
})

test('red control: without the row lock more is deducted than there is', async () => {
  const { total } = await deductAtOnce(
    withoutRowLock('companies'),
    // The first is the adjustment that gives the ten points.
    skipFirst(meetBefore(/^update "companies" set total_points/, 2)),
  )

  expect(total).toBeLessThan(0)
})

function skipFirst({ find, before }: Changed): Changed {
  let seen = 0
  return { find, before: async () => (seen++ > 0 ? before?.() : undefined) }
}
