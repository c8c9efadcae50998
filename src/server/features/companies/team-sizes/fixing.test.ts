import { expect, test } from 'vitest'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { startServer } from '#server/testing.ts'

/** A company of 400 people that has the photos of its first proof in a draft. */
async function startWithDraft() {
  const server = await startServer()
  const [admin, acme] = [await server.anAdmin(), await server.aCompany('acme', { teamSize: 400 })]
  const { companyId } = acme
  const [taskId] = await someTasks(server, 1)
  const contentUrls: string[] = []
  for (let n = 0; n < 6; n++) contentUrls.push(await uploaded(acme, undefined, { taskId }))
  const handIn = async () => {
    const reply = await submit(acme, taskId, contentUrls)
    expect(reply).toMatchObject({ status: 201 })
    return reply.body.id as string
  }
  const review = (id: string, status: string, adminNotes = '') =>
    admin('PATCH', `/api/proofs/${id}/review`, { status, adminNotes })
  const ask = async (teamSize: number) =>
    (await acme('PATCH', `/api/companies/${companyId}`, { teamSize })).body.teamSize as number
  const open = async () => (await acme('GET', `/api/companies/${companyId}/team-size-changes`)).body
  return { admin, acme, companyId, taskId, handIn, review, ask, open }
}

test('photos in a draft leave the team size free, a proof that waits for its review does not', async () => {
  const { acme, taskId, handIn, ask, open } = await startWithDraft()
  const draft = await acme('GET', `/api/tasks/${taskId}/draft`)
  expect(draft.body.files).toHaveLength(6)
  expect([await ask(1), await ask(400), await open()]).toEqual([1, 400, []])

  await handIn()

  expect(await ask(1)).toBe(400)
  expect(await open()).toMatchObject([{ status: 'waiting', teamSize: 400, size: 1 }])
})

test('a rejected first proof does not make the team size free again', async () => {
  const { handIn, review, ask } = await startWithDraft()
  await review(await handIn(), 'rejected', 'Too dark')

  expect(await ask(1)).toBe(400)
})

test('points that an organiser gives before the first proof fix the team size too', async () => {
  const { admin, companyId, ask } = await startWithDraft()
  const given = { points: 5, calories: 0, reason: 'For the flag' }
  expect(await admin('POST', `/api/companies/${companyId}/points`, given)).toMatchObject({ status: 201 })

  expect(await ask(1)).toBe(400)
})

test('companies that had handed in a proof before the upgrade have a fixed team size, the others a free one', async () => {
  const { pool } = await databaseAt(0)
  await pool.query(`
    insert into tasks (title, date, created_at) select 'Task ' || n, now(), now() from generate_series(1, 2) n;
    insert into companies (name, contact_person_name, email, phone, created_at, updated_at)
    select 'Company ' || n, 'Ada', n || '@acme.test', '+5999123456', now(), now() from generate_series(1, 40) n;
    insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at)
    select t.id, c.id, '{}', 'image', 'test', timestamptz '2026-06-01' + right(t.title, 1)::int * interval '1 day'
    from tasks t, companies c where c.name <> 'Company 7'`)

  await migrate(pool)

  const { rows } = await pool.query(
    'select team_size_fixed_at as at, count(*)::int from companies group by 1 order by 1 nulls last',
  )
  expect(rows).toEqual([
    { at: new Date('2026-06-02T00:00:00Z'), count: 39 },
    { at: null, count: 1 },
  ])
})
