import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anEmptySystem, restore } from '#server/testing/data/restored.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { fillTables } from '#server/testing/database/fill-tables.ts'
import { aFolder, SetClock } from '#server/testing.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { readConfig } from '../config.ts'
import { migrate, readMigrations } from '../database/migrating/migrate.ts'
import { readSteps } from '../database/migrating/steps.ts'
import { writeArchive } from './archive/write-archive.ts'

/** Something in the way of a step after many others: those before it are done. */
async function aCutUpgrade() {
  const database = await databaseAt(0)
  const client = await database.pool.connect()
  for (let round = 0; round < 5; round++) await fillTables(client, round)
  await client.query(`create function fill_team_size_fixed_at(int) returns int language sql as 'select 0'`)
  await expect(migrate(database.pool)).rejects.toThrow('already exists')
  await client.query('drop function fill_team_size_fixed_at')
  expect((await readSteps(client))?.done).toBeGreaterThan(10)
  client.release()
  return database
}

test('rows that were saved in the middle of an upgrade are restored, and the upgrade is brought to its end', async () => {
  const { url, pool } = await aCutUpgrade()
  const file = join(aFolder(), 'rows.tar')
  await writeArchive({ url, config: readConfig({ DATA_DIR: aFolder() }), now: new Date() }, file)

  const clock = new SetClock()
  clock.followRealTime()
  const target = await anEmptySystem(clock)
  await restore(target, file)

  expect((await verifyTotals(target.platform)).differences).toEqual([])
  const { rows } = await target.pool.query('select count(*)::int as migrations from schema_migrations')
  expect(rows).toEqual([{ migrations: readMigrations().length }])
  const fixed = `select count(*)::int as count, count(team_size_fixed_at)::int as fixed from companies
    where id in (select company_id from task_proofs)`
  const found = (await target.pool.query(fixed)).rows[0]
  expect(found.count).toBeGreaterThan(0)
  expect(found.fixed).toBe(found.count)
  // The one that was cut goes on as well.
  expect(await migrate(pool)).toBeGreaterThan(0)
  expect((await pool.query(fixed)).rows[0]).toEqual(found)
})
