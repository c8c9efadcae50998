import { expect, test } from 'vitest'
import { mailTopThree } from '#server/features/leaderboard/notices/top-three.ts'
import { mailApprovals } from '#server/features/proofs/notices/approved.ts'
import { mailOpenings } from '#server/features/tasks/notices/openings.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { migrations } from '#server/testing/data/older-migrations.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { startServer } from '#server/testing.ts'

/** Where it is noon now: at night nothing is sent. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** A company with an approved proof before the upgrade to the release that sends emails. */
async function upgradeFrom35() {
  const { platform } = await startServer()
  const { db, pool } = await databaseAt(35)
  const add = async (statement: string) => (await pool.query<{ id: string }>(`${statement} returning id`)).rows[0]?.id
  const user = await add(`insert into users (email, password, created_at, updated_at)
    values ('ada@acme.test', '', now(), now())`)
  const company =
    await add(`insert into companies (user_id, name, contact_person_name, email, phone, total_points, reached_at, created_at, updated_at)
    values ('${user}', 'Acme', 'Ada', 'ada@acme.test', '+5999123456', 40, now(), now(), now())`)
  // Those of a few minutes are told together.
  const addTask = (title: string) =>
    add(
      `insert into tasks (title, date, opens_at, created_at) values ('${title}', now(), now() - interval '1 hour', now())`,
    )
  const task = await addTask('Old run')
  const approve = (taskId: string | undefined) =>
    add(`insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status, reviewed_at,
        points_awarded, calories_awarded)
      values ('${taskId}', '${company}', '{}', 'image', '1', now() - interval '3 hours', 'approved', now() - interval '2 hours', 40, 400)`)
  await approve(task)

  await migrate(pool, migrations)

  const config = { ...platform.config, timeZone: zoneAtNoon() }
  const upgraded = { ...platform, config, db, clock: { now: () => new Date() } }
  const templates = async () => {
    for (const mail of [mailOpenings, mailApprovals, mailTopThree]) await mail(upgraded)
    return (await pool.query('select template from outbox order by 1')).rows.map(({ template }) => template)
  }
  return { pool, addTask, approve, templates }
}

test('nobody is emailed what happened before emails came with the upgrade, and everybody what happens after it', async () => {
  const { addTask, approve, templates } = await upgradeFrom35()

  expect(await templates()).toEqual([])
  await approve(await addTask('New run'))
  await addTask('Evening run')
  expect(await templates()).toEqual(['proofs-approved', 'task-opens'])
})

test('red control: without what the upgrade notes as told, old news are sent', async () => {
  const { pool, templates } = await upgradeFrom35()
  await pool.query('update tasks set opening_mailed_at = null; delete from notifications; delete from top_three')

  expect(await templates()).toEqual(['proofs-approved', 'task-opens', 'top-three'])
})
