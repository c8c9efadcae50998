import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { added, aLink, aPhone } from '#server/testing/data/capture.ts'
import { startServer } from '#server/testing.ts'
import { taskProofs } from '../tables.ts'
import { someTasks, waitingProofs } from '../testing.ts'

/** One proof of each status, the pending one the oldest. */
async function oneOfEach() {
  const server = await startServer()
  const { db, clock } = server
  const [acme, zorg, admin] = [await server.aCompany('acme'), await server.aCompany('zorg'), await server.anAdmin()]
  const taskIds = await someTasks(server, 4)
  const ids: string[] = []
  for (const taskId of taskIds) {
    ids.push(...(await waitingProofs(server, acme.companyId, [taskId])))
    clock.advance(1_000)
  }
  await waitingProofs(server, zorg.companyId, taskIds)
  const [, fix = '', approved, rejected] = ids
  await db.update(taskProofs).set({ fixDueAt: clock.now() }).where(eq(taskProofs.id, fix))
  await admin('PATCH', `/api/proofs/${approved}/review`, { status: 'approved' })
  await admin('PATCH', `/api/proofs/${rejected}/review`, { status: 'rejected', adminNotes: 'Too dark' })
  return { ...server, acme, admin, ids, taskIds, address: `/api/admin/companies/${acme.companyId}` }
}

test('the proofs of a company are listed for reviewers, all or of one status, the newest first', async () => {
  const { admin, ids, address } = await oneOfEach()
  const [pending, fix, approved, rejected] = ids
  const list = async (query = '') =>
    (await admin('GET', `${address}/proofs${query}`)).body.map(({ id }: { id: string }) => id)

  expect(await list()).toEqual([rejected, approved, fix, pending])
  expect(await list('?status=pending')).toEqual([pending])
  expect(await list('?status=fix')).toEqual([fix])
  expect(await list('?status=approved')).toEqual([approved])
  expect(await list('?status=rejected')).toEqual([rejected])
  expect(await list('?q=task+3')).toEqual([approved])
  const reply = await admin('GET', `${address}/proofs?status=pending&limit=1`)
  expect(reply.headers.get('x-total-count')).toBe('1')
  expect(reply.body).toMatchObject([{ companyName: 'acme Ltd', samePhotos: [], claimedBy: null, status: 'pending' }])
  expect((await admin('GET', `${address}/proofs?status=lost`)).status).toBe(400)
  expect((await admin('GET', `${address}/proof-counts`)).body).toEqual({ pending: 1, fix: 1, approved: 1, rejected: 1 })
})

test('the log is limited to a company, its account and its proofs', async () => {
  const { admin, acme, ids } = await oneOfEach()
  const [, , approved, rejected] = ids
  await admin('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })
  await admin('POST', '/api/tasks', { title: 'Morning run', description: 'Five kilometres together' })

  const reply = await admin('GET', `/api/admin/audit?companyId=${acme.companyId}`)

  expect(reply.body).toMatchObject([
    { action: 'hid from the leaderboard', subjectId: acme.companyId },
    { action: 'rejected proof', subjectId: rejected },
    { action: 'approved proof', subjectId: approved },
  ])
  expect(reply.headers.get('x-total-count')).toBe('3')
  expect((await admin('GET', `/api/admin/audit?companyId=${acme.companyId}&q=hid`)).body).toHaveLength(1)
})

test('colleagues of team links are listed once per phone, with what they added', async () => {
  const server = await startServer()
  const { visitor, clock } = server
  const [acme, zorg, admin] = [await server.aCompany('acme'), await server.aCompany('zorg'), await server.anAdmin()]
  const [first, second] = await someTasks(server, 2)
  const device = 'k'.repeat(32)
  const kim = aPhone(visitor, (await aLink(acme, first)).token, device)
  await added(kim, 'one.jpg')
  await added(kim, 'two.jpg')
  await kim('PATCH', '/api/capture', { firstName: 'Kim' })
  clock.advance(1_000)
  await added(aPhone(visitor, (await aLink(acme, first)).token), 'nameless.jpg')
  clock.advance(1_000)
  await added(aPhone(visitor, (await aLink(acme, second)).token, device), 'three.jpg')
  await added(aPhone(visitor, (await aLink(zorg, first)).token), 'other.jpg')
  const address = `/api/admin/companies/${acme.companyId}/contributors`

  const reply = await admin('GET', address)

  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(reply.body).toMatchObject([
    { firstName: 'Kim', files: 3, tasks: 2 },
    { firstName: null, files: 1, tasks: 1 },
  ])
  const page = await admin('GET', `${address}?limit=1`)
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect((await admin('GET', next)).body).toMatchObject([{ firstName: null }])
  expect((await admin('GET', `/api/admin/companies/${zorg.companyId}/contributors`)).body).toHaveLength(1)
})

test('visitors and companies read none of it, and an unknown company has none', async () => {
  const { visitor, admin, acme, address } = await oneOfEach()
  const unknown = '/api/admin/companies/00000000-0000-4000-8000-000000000000'

  for (const part of ['proofs', 'proof-counts', 'contributors']) {
    expect((await visitor('GET', `${address}/${part}`)).status).toBe(401)
    expect((await acme('GET', `${address}/${part}`)).status).toBe(403)
    expect((await admin('GET', `${unknown}/${part}`)).status).toBe(404)
  }
})
