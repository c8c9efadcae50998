import { expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { migrations } from '#server/testing/data/older-migrations.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'

test('what was collected before drafts had tables of their own is in a draft after the upgrade, in its order', async () => {
  const { pool } = await databaseAt(27)
  const company = '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a10'
  const task = '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a11'
  await pool.query(`insert into companies (id, name, contact_person_name, email, phone, created_at, updated_at)
    values ('${company}', 'Acme', 'Ada', 'a@acme.test', '+5999123456', now(), now())`)
  await pool.query(`insert into tasks (id, title, date, created_at) values ('${task}', 'Run', now(), now())`)
  const add = (name: string, position: string, taskId: string, state: string) =>
    pool.query(`insert into uploads (path, company_id, task_id, position, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at)
      values ('proofs/${name}', '${company}', ${taskId}, ${position}, 'proof', '${name}', 'image/jpeg', 1, '${state}', '', now(), now())`)
  await add('second', '2', `'${task}'`, 'stored')
  await add('first', '1', `'${task}'`, 'stored')
  await add('unplaced', 'null', `'${task}'`, 'stored')
  await add('used', '3', `'${task}'`, 'claimed')
  await add('of-no-task', 'null', 'null', 'stored')
  await add('of-a-deleted-task', '1', 'gen_random_uuid()', 'stored')

  await migrate(pool, migrations)

  const { rows } = await pool.query(`select f.path from proof_draft_files f join proof_drafts d on d.id = f.draft_id
    where d.company_id = '${company}' and d.task_id = '${task}' and d.content_type = 'image' order by f.position`)
  expect(rows.map(({ path }) => path)).toEqual(['proofs/first', 'proofs/second', 'proofs/unplaced'])
  expect((await pool.query('select 1 from proof_draft_files')).rows).toHaveLength(3)
})
