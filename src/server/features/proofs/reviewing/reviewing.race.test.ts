import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  whileLocked,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutTrigger } from '#server/testing/rules.ts'
import type { Caller } from '#server/testing.ts'
import { taskProofs } from '../tables.ts'
import { ledger, someTasks, waitingProofs } from '../testing.ts'

/** A company whose proofs wait, the n-th worth n points, and two reviewers. */
async function waiting(count: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [root, eve] = [await server.anAdmin(), await server.anAdmin('eve')]
  const acme = await server.aCompany()
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, count))
  const review = (by: Caller, id: string | undefined, status: 'approved' | 'rejected') =>
    patiently(() => by('PATCH', `/api/proofs/${id}/review`, { status }))
  const reopen = (by: Caller, id: string | undefined) =>
    patiently(() => by('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' }))
  const totals = async () => (await root('GET', `/api/companies/${acme.companyId}`)).body
  /** The same reviewer on a product with all its guards. */
  const unchanged = server.unchanged.caller(root.cookie)
  /** The second reviewer in another process: what one process is asked at once it does in one transaction. */
  const elsewhere = async () => (await server.startAnother()).caller(eve.cookie)
  return { ...server, server, unchanged, root, eve, elsewhere, acme, ids, review, reopen, totals }
}

test('two hundred approvals of one proof at once award it exactly once', async () => {
  const { server, root, db, ids, elsewhere, review, totals } = await waiting(1)
  const reviewers = [root, await elsewhere()] as const

  const replies = await atOnce(200, (n) => review(reviewers[n % 2 ? 1 : 0], ids[0], 'approved'))

  expect(tally(replies)).toEqual({ 200: 200 })
  expect(new Set(replies.map(({ body }) => `${body.status} ${body.pointsAwarded}`))).toEqual(new Set(['approved 1']))
  expect(await ledger(server)).toMatchObject({ kinds: ['approve'], differences: [] })
  expect(await totals()).toMatchObject({ totalPoints: 1, totalCaloriesBurned: 10 })
  expect(await db.$count(auditEntries)).toBe(1)
})

/** Both have read the proof before either changes it. */
const withoutLockingProofs = () => [withoutRowLock('task_proofs'), meetBefore(/^update "task_proofs"/, 2)]

test('red control: without the row lock two approvals award a proof twice', async () => {
  const { server, root, ids, elsewhere, review, totals } = await waiting(1, ...withoutLockingProofs())
  const eve = await elsewhere()

  await Promise.all([review(root, ids[0], 'approved'), review(eve, ids[0], 'approved')])

  const { kinds, differences } = await ledger(server)
  expect(kinds).toEqual(['approve', 'approve'])
  expect((await totals()).totalPoints).toBe(2)
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
    const sentence = `This proof was ${approved ? 'approved by root Admin' : 'rejected by eve Admin'} on 1 Jun 2026, 08:00.`
    expect(new Set(losers.map(({ body }) => `${body.code}: ${body.message}`))).toEqual(
      new Set([`already-decided: ${sentence}`]),
    )
  }
  expect((await totals()).totalPoints).toBe(points)
  expect((await ledger(server)).differences).toEqual([])
})

test('of decisions about one proof that share a transaction the first wins, and the proofs beside it are decided', async () => {
  const { server, root, eve, ids, review, totals } = await waiting(3)

  const [approved, rejected, ...others] = await Promise.all([
    review(root, ids[0], 'approved'),
    review(eve, ids[0], 'rejected'),
    review(eve, ids[1], 'rejected'),
    review(root, ids[2], 'approved'),
    review(root, '00000000-0000-4000-8000-000000000000', 'approved'),
  ])

  const [first, second] = approved.status === 200 ? [approved, rejected] : [rejected, approved]
  expect([first.status, second.status]).toEqual([200, 409])
  const winner = first === approved ? 'approved by root Admin' : 'rejected by eve Admin'
  expect(second.body.message).toContain(`This proof was ${winner} on `)
  expect(others.map(({ status, body }) => [status, body.status])).toEqual([
    [200, 'rejected'],
    [200, 'approved'],
    [404, undefined],
  ])
  expect((await totals()).totalPoints).toBe(first === approved ? 4 : 3)
  expect((await ledger(server)).differences).toEqual([])
})

test('red control: without the row lock both decisions win', async () => {
  const { root, ids, elsewhere, review } = await waiting(1, ...withoutLockingProofs())
  const eve = await elsewhere()

  const replies = await Promise.all([review(root, ids[0], 'approved'), review(eve, ids[0], 'rejected')])

  expect(tally(replies)).toEqual({ 200: 2 })
})

test('a hundred proofs of one company approved at once add up exactly', async () => {
  const { server, root, ids, review, totals } = await waiting(100)

  const replies = await Promise.all(ids.map((id) => review(root, id, 'approved')))

  expect(tally(replies)).toEqual({ 200: 100 })
  expect(await totals()).toMatchObject({ totalPoints: 5050, totalCaloriesBurned: 50_500 })
  expect((await ledger(server)).lines).toHaveLength(100)
  expect((await ledger(server)).differences).toEqual([])
})

test('red control: a total that is read before it is written loses points', async () => {
  const { db, acme, ids, root, elsewhere, review, totals } = await waiting(2, {
    find: /^update "companies" set total_points = total_points \+/,
    without: (query) => ({
      ...query,
      text: query.text.replace(
        '= total_points +',
        '= (select total_points from companies as read where read.id = companies.id) +',
      ),
    }),
  })
  const eve = await elsewhere()
  const lock = (tx: Tx) => tx.execute(sql`select 1 from companies where id = ${acme.companyId} for no key update`)

  // The days of a company are kept one approval after the other; here the total has nothing but its own guard.
  await withoutTrigger(db, 'task_proofs', 'proofs_kept_by_day_update', () =>
    whileLocked(db, lock, () => Promise.all([review(root, ids[0], 'approved'), review(eve, ids[1], 'approved')]), {
      waiting: 2,
    }),
  )

  expect((await totals()).totalPoints).toBeLessThan(3)
})

test('of twenty who reopen a proof at once one takes its points back', async () => {
  const { server, root, ids, review, reopen, totals } = await waiting(1)
  await review(root, ids[0], 'approved')

  const replies = await atOnce(20, () => reopen(root, ids[0]))

  expect(tally(replies)).toEqual({ 200: 1, 409: 19 })
  expect(await ledger(server)).toMatchObject({ kinds: ['approve', 'reverse'], differences: [] })
  expect(await totals()).toMatchObject({ totalPoints: 0, totalCaloriesBurned: 0 })
})

test('red control: without the row lock its points are taken back twice', async () => {
  const { root, unchanged, ids, review, reopen, totals } = await waiting(
    1,
    withoutRowLock('task_proofs'),
    meetBefore(/^update "companies" set total_points/, 2),
  )
  await review(unchanged, ids[0], 'approved')

  await atOnce(2, () => reopen(root, ids[0]))

  expect((await totals()).totalPoints).toBe(-1)
})

test('approved, rejected and reopened by many at once, the ledger, the totals and the proofs agree', async () => {
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
