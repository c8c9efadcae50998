import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { startWorld } from '#server/testing.ts'
import { someTasks, waitingProofs } from '../proofs/testing.ts'

/** So many companies beside acme; the n-th of them did n of ten tasks on the first day. */
async function startWith(others: number) {
  const { root, ...server } = await startWorld({ root: 'admin' })
  const acme = await server.aCompany('acme', { teamSize: 1 })
  const taskIds = await someTasks(server, 10)
  const approve = async (companyId: string, ids: string[]) => {
    for (const id of await waitingProofs(server, companyId, ids))
      await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  }
  const companies = []
  for (let n = 0; n < others; n++) {
    const company = await server.aCompany(`other${n}`)
    if (n > 0) await approve(company.companyId, taskIds.slice(0, n))
    companies.push(company)
  }
  const read = async (query = '') => (await acme('GET', `/api/companies/${acme.companyId}/analytics${query}`)).body
  return { ...server, root, acme, companies, taskIds, approve, read }
}

test('a company sees its days, its streak and what is left to win', async () => {
  const { acme, taskIds, approve, read, clock, root } = await startWith(0)
  await approve(acme.companyId, taskIds.slice(0, 1))
  clock.advance(days(2))
  await approve(acme.companyId, taskIds.slice(1, 3))
  clock.advance(days(1))
  await root('POST', `/api/companies/${acme.companyId}/points`, { points: 7, reason: 'For the parade' })

  expect(await read()).toEqual({
    totals: {
      points: 13,
      calories: 60,
      proofs: { pending: 0, approved: 3, rejected: 0 },
      activeDays: 2,
      completion: 0.3,
      consistency: 0.5,
      momentum: 4,
      peopleReached: null,
      streak: 1,
    },
    days: [
      { date: '2026-06-01', points: 1, calories: 10, proofs: 1, approved: 1 },
      { date: '2026-06-02', points: 0, calories: 0, proofs: 0, approved: 0 },
      { date: '2026-06-03', points: 5, calories: 50, proofs: 2, approved: 2 },
      { date: '2026-06-04', points: 7, calories: 0, proofs: 0, approved: 0 },
    ],
    field: null,
    ranks: [
      { date: '2026-06-01', rank: 1, points: 1 },
      { date: '2026-06-02', rank: 1, points: 1 },
      { date: '2026-06-03', rank: 1, points: 6 },
      { date: '2026-06-04', rank: 1, points: 13 },
    ],
    today: { date: '2026-06-04', points: 7, dailyGoal: 100, openTasks: 7, pointsLeft: 4 + 5 + 6 + 7 + 8 + 9 + 10 },
  })
})

test('beside its own figures it sees the middle of the others, and no name', async () => {
  const { acme, read, root, companies } = await startWith(6)

  const { field } = await read()

  // 0, 1, 3, 6, 10 and 15 points.
  expect(field).toEqual({ companies: 6, points: 4.5, calories: 45, activeDays: 1, completion: 0.25, consistency: 1 })
  expect(JSON.stringify(await read())).not.toContain('other')
  await root('PATCH', `/api/admin/companies/${companies[5]?.companyId}`, { hidden: true })
  expect((await read()).field).toMatchObject({ companies: 5, points: 3 })
  // Of four the middle would say too much about each.
  await root('PATCH', `/api/admin/companies/${companies[4]?.companyId}`, { hidden: true })
  expect((await read()).field).toBeNull()
  expect((await root('GET', `/api/companies/${acme.companyId}/analytics`)).body.field).toBeNull()
})

test("another company's analytics do not exist for a company", async () => {
  const { acme, companies, root } = await startWith(1)
  const address = `/api/companies/${companies[0]?.companyId}/analytics`

  expect(await acme('GET', address)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(await root('GET', address)).toMatchObject({ status: 200 })
  expect(await acme('GET', '/api/analytics/overview')).toMatchObject({ status: 403 })
  expect(await acme('GET', `/api/companies/${acme.companyId}/analytics?from=2026-06-02&to=2026-06-01`)).toMatchObject({
    status: 400,
    body: { message: 'The period ends before it begins' },
  })
})
