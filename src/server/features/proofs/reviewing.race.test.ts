import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { atOnce, patiently, tally, withoutHolding } from '#server/testing/guards.ts'
import { World } from '#server/testing/world.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { companies } from '../companies/tables.ts'
import { taskProofs } from './tables.ts'
import { ledger, someTasks, waitingProofs } from './testing.ts'

/** A company whose proofs wait, the n-th worth n points, and two reviewers. */
async function waiting(count: number, { holding = true } = {}) {
  const first = await startServer()
  const careless = holding ? undefined : { ...first, bareDb: withoutHolding(first.databaseUrl) }
  const server = careless ? await startServer({ beside: careless }) : first
  const world = new World(server)
  const [root, eve] = [await world.join('root', { isAdmin: true }), await world.join('eve', { isAdmin: true })]
  const acme = await world.joinWithCompany('acme')
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, count))
  const review = (by: Caller, id: string | undefined, status: 'approved' | 'rejected') =>
    patiently(() => by('PATCH', `/api/proofs/${id}/review`, { status }))
  const reopen = (by: Caller, id: string | undefined) =>
    patiently(() => by('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' }))
  const totals = async () => (await root.call('GET', `/api/companies/${acme.companyId}`)).body
  return { ...server, server, root: root.call, eve: eve.call, acme, ids, review, reopen, totals }
}

test('two hundred approvals of one proof at once award it exactly once', async () => {
  const { server, root, db, ids, review, totals } = await waiting(1)

  const replies = await atOnce(200, () => review(root, ids[0], 'approved'))

  expect(tally(replies)).toEqual({ 200: 200 })
  expect(new Set(replies.map(({ body }) => `${body.status} ${body.pointsAwarded}`))).toEqual(new Set(['approved 1']))
  expect(await ledger(server)).toMatchObject({ kinds: ['approve'], differences: [] })
  expect(await totals()).toMatchObject({ totalPoints: 1, totalCaloriesBurned: 10 })
  expect(await db.$count(auditEntries)).toBe(1)
})

test('red control: without holding the proof it is awarded several times', { retry: 4 }, async () => {
  const { server, root, ids, review, totals } = await waiting(1, { holding: false })

  await atOnce(200, () => review(root, ids[0], 'approved'))

  const { kinds, differences } = await ledger(server)
  expect(kinds.length).toBeGreaterThan(1)
  expect((await totals()).totalPoints).toBeGreaterThan(1)
  expect(differences.join()).toContain('acme Ltd')
})

test('approved by some and rejected by others at once, one decision stands and the others learn whose', async () => {
  const { server, root, eve, ids, review, totals } = await waiting(10)
  let points = 0

  for (const [n, id] of ids.entries()) {
    const [approving, rejecting] = await Promise.all([
      atOnce(10, () => review(root, id, 'approved')),
      atOnce(10, () => review(eve, id, 'rejected')),
    ])

    const approved = approving[0]?.status === 200
    if (approved) points += n + 1
    const [winners, losers] = approved ? [approving, rejecting] : [rejecting, approving]
    expect([tally(winners), tally(losers)]).toEqual([{ 200: 10 }, { 409: 10 }])
    const sentence = `This proof was ${approved ? 'approved by root' : 'rejected by eve'} on 1 Jun 2026, 08:00.`
    expect(new Set(losers.map(({ body }) => `${body.code}: ${body.message}`))).toEqual(
      new Set([`already-decided: ${sentence}`]),
    )
  }
  expect((await totals()).totalPoints).toBe(points)
  expect((await ledger(server)).differences).toEqual([])
})

test('red control: without holding the proof both decisions win', { retry: 4 }, async () => {
  const { root, eve, ids, review } = await waiting(5, { holding: false })
  let both = 0

  for (const id of ids) {
    const [approving, rejecting] = await Promise.all([
      atOnce(10, () => review(root, id, 'approved')),
      atOnce(10, () => review(eve, id, 'rejected')),
    ])
    if (tally(approving)[200] && tally(rejecting)[200]) both++
  }

  expect(both).toBeGreaterThan(0)
})

test('a hundred proofs of one company approved at once add up exactly', async () => {
  const { server, root, ids, review, totals } = await waiting(100)

  const replies = await Promise.all(ids.map((id) => review(root, id, 'approved')))

  expect(tally(replies)).toEqual({ 200: 100 })
  expect(await totals()).toMatchObject({ totalPoints: 5050, totalCaloriesBurned: 50_500 })
  expect((await ledger(server)).lines).toHaveLength(100)
  expect((await ledger(server)).differences).toEqual([])
})

test('red control: reading a total and writing it back loses points', { retry: 4 }, async () => {
  const { db, acme } = await waiting(1)

  await atOnce(100, async (n) => {
    const [company] = await db.select().from(companies).where(eq(companies.id, acme.companyId))
    const totalPoints = (company?.totalPoints ?? 0) + n + 1
    await db.update(companies).set({ totalPoints }).where(eq(companies.id, acme.companyId))
  })

  const [company] = await db.select().from(companies)
  expect(company?.totalPoints).toBeLessThan(5050)
})

test('of twenty who reopen a proof at once one takes its points back', async () => {
  const { server, root, ids, review, reopen, totals } = await waiting(1)
  await review(root, ids[0], 'approved')

  const replies = await atOnce(20, () => reopen(root, ids[0]))

  expect(tally(replies)).toEqual({ 200: 1, 409: 19 })
  expect(await ledger(server)).toMatchObject({ kinds: ['approve', 'reverse'], differences: [] })
  expect(await totals()).toMatchObject({ totalPoints: 0, totalCaloriesBurned: 0 })
})

test('red control: without holding the proof its points are taken back several times', { retry: 4 }, async () => {
  const { root, ids, review, reopen, totals } = await waiting(1, { holding: false })
  await review(root, ids[0], 'approved')

  await atOnce(20, () => reopen(root, ids[0]))

  expect((await totals()).totalPoints).toBeLessThan(0)
})

test('approved, rejected and reopened by many at once, the ledger tells one story', async () => {
  const { server, root, eve, db, ids, review, reopen, totals } = await waiting(3)

  const replies = await atOnce(150, (n) => {
    const [by, id] = [n % 2 ? root : eve, ids[n % 3]]
    if (n % 5 === 0) return reopen(by, id)
    return review(by, id, n % 7 < 4 ? 'approved' : 'rejected')
  })

  expect(Object.keys(tally(replies)).filter((status) => status !== '200' && status !== '409')).toEqual([])
  const { lines, differences } = await ledger(server)
  expect(differences).toEqual([])
  let points = 0
  for (const [n, id] of ids.entries()) {
    const [proof] = await db.select().from(taskProofs).where(eq(taskProofs.id, id))
    const kinds = lines.filter(({ proofId }) => proofId === id).map(({ kind }) => kind)
    const approvals = kinds.filter((kind) => kind === 'approve').length
    expect(kinds).toEqual(Array.from(kinds, (_, at) => (at % 2 ? 'reverse' : 'approve')))
    expect(approvals * 2 - kinds.length).toBe(proof?.status === 'approved' ? 1 : 0)
    if (proof?.status === 'approved') points += n + 1
  }
  expect((await totals()).totalPoints).toBe(points)
})
