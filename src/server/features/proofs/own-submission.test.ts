import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submit } from '#server/testing/data/submit-proof.ts'
import { startServer } from '#server/testing.ts'
import { actionsOn } from './reviewing/history-store.ts'
import { someTasks } from './testing.ts'

async function rejectedOnce() {
  const server = await startServer()
  const [acme, zorg, admin] = [await server.aCompany('acme'), await server.aCompany('zorg'), await server.anAdmin()]
  const [taskId = ''] = await someTasks(server, 1)
  const { body: proof } = await submit(acme, taskId)
  await admin('PATCH', `/api/proofs/${proof.id}/review`, { status: 'rejected', adminNotes: 'Too dark' })
  return { acme, zorg, admin, taskId, proof }
}

test('a company reads what happened to its proof, another company does not', async () => {
  const { acme, zorg, admin, proof } = await rejectedOnce()
  await admin('POST', `/api/proofs/${proof.id}/reopening`, { note: 'Looked again' })
  await admin('PATCH', `/api/proofs/${proof.id}/review`, { status: 'approved' })

  const { body: history } = await acme('GET', `/api/proofs/${proof.id}/history`)

  expect(history).toMatchObject([
    { kind: 'submitted', note: null },
    { kind: 'rejected', note: 'Too dark' },
    { kind: 'reopened', note: 'Looked again' },
    { kind: 'approved', note: null, points: 1 },
  ])
  expect(JSON.stringify(history)).not.toMatch(/@|admin/)
  expect(await zorg('GET', `/api/proofs/${proof.id}/history`)).toMatchObject({ status: 404 })
})

test('the history of a proof is found without reading the whole log', async () => {
  const { db } = await startServer()
  await db.execute(sql`insert into audit_entries (at, actor, action, subject, subject_id)
    select timestamptz '2026-06-01' + n * interval '1 second', 'root', 'approved proof', 'proof', md5((n / 4)::text)::uuid::text
    from generate_series(1, 20000) n`)
  await db.execute(sql`analyze audit_entries`)
  const asked = actionsOn(db, randomUUID(), new Date('2026-06-01'), ['approved proof', 'rejected proof'])

  const { rows } = await db.execute(sql`explain ${asked.getSQL()}`)

  expect(JSON.stringify(rows)).toMatch(/Index Scan (using|on) audit_entries_subject/)
})

test('a rejected proof of an archived task can be handed in again, by that company alone', async () => {
  const { acme, zorg, admin, taskId } = await rejectedOnce()
  expect(await admin('DELETE', `/api/tasks/${taskId}`)).toMatchObject({ body: { archived: true } })
  expect((await acme('GET', `/api/companies/${acme.companyId}/proofs`)).body).toMatchObject([{ taskArchived: true }])

  expect(await submit(zorg, taskId)).toMatchObject({ status: 404, body: { code: 'task-gone' } })
  expect(await submit(acme, taskId)).toMatchObject({ status: 201 })
  expect(await submit(acme, taskId)).toMatchObject({ status: 409, body: { code: 'proof-exists' } })
})

test('a task is taken out of the archive and offered again', async () => {
  const { acme, admin, taskId } = await rejectedOnce()
  await admin('DELETE', `/api/tasks/${taskId}`)
  expect((await admin('GET', '/api/tasks/archived')).body).toMatchObject([
    { id: taskId, archivedAt: expect.any(String) },
  ])
  expect((await acme('GET', '/api/tasks')).body).toEqual([])

  expect(await admin('DELETE', `/api/tasks/${taskId}/archive`)).toMatchObject({ status: 200, body: { id: taskId } })

  expect((await acme('GET', '/api/tasks')).body).toMatchObject([{ id: taskId }])
  expect((await admin('GET', '/api/tasks/archived')).body).toEqual([])
  const { body: log } = await admin('GET', '/api/admin/audit')
  expect(log[0]).toMatchObject({ action: 'restored task' })
})
