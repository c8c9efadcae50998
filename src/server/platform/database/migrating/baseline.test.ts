import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { anEmptySystem, restore } from '#server/testing/data/restored.ts'
import { databaseAt, listAsBefore } from '#server/testing/data/upgrade.ts'
import { describeSchema } from '#server/testing/database/describe-schema.ts'
import { fillTables } from '#server/testing/database/fill-tables.ts'
import { aFolder, SetClock } from '#server/testing.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { writeArchive } from '../../backup/archive/write-archive.ts'
import { upgradeWithSnapshot } from '../../backup/before-upgrade.ts'
import { readConfig } from '../../config.ts'
import { readRelease } from '../../project.ts'
import { migrate, readMigrations } from './migrate.ts'

type Version = Parameters<typeof listAsBefore>[1]

/** With rows in every table. */
async function aDatabaseOf(version: Version) {
  const { pool, url } = await databaseAt(version === 'unreleased' ? readMigrations().length - 1 : 0)
  const client = await pool.connect()
  await fillTables(client, 1).finally(() => client.release())
  await listAsBefore(pool, version)
  return { pool, url }
}

const aConfig = () => readConfig({ DATA_DIR: aFolder(), BACKUP_DIR: aFolder() })

/** In the columns that the baseline has. */
async function readRows(pool: pg.Pool) {
  const { rows } = await pool.query('select * from task_proofs order by id')
  const { rows: entries } = await pool.query('select * from point_entries order by id')
  return { rows, entries }
}

const listNames = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(({ name }) => name)

test.each<Version>(['0.2.0', 'unreleased'])(
  'a database from before the baseline is taken over: %s',
  async (version) => {
    const known = version === '0.2.0' ? 1 : 2
    const { pool } = await aDatabaseOf(version)
    const before = await readRows(pool)

    const counts = await Promise.all([migrate(pool), migrate(pool)])

    expect(counts.toSorted()).toEqual([0, readMigrations().length - known])
    expect(await readRows(pool)).toEqual(before)
    expect(await listNames(pool)).toEqual(readMigrations().map(({ name }) => name))
    const { pool: fresh } = await databaseAt(readMigrations().length - 1)
    expect(await describeSchema(pool)).toEqual(await describeSchema(fresh))
  },
)

test('a database of an older release is refused with both versions, before anything is written', async () => {
  const { pool, url } = await aDatabaseOf('older')
  const config = aConfig()

  const refusal = await upgradeWithSnapshot(url, config, new Date(), () => migrate(pool)).catch(
    (error) => error.message,
  )

  expect(refusal).toBe(
    `This is release ${readRelease()}, which takes over release 0.2.0. The database is older: release 0.1.0, 0035_change. ` +
      'Start release 0.2.0 with it once, then this one.',
  )
  await expect(migrate(pool)).rejects.toThrow('The database is older: release 0.1.0')
  expect(readdirSync(config.backupDir ?? '')).toEqual([])
  expect(await listNames(pool)).toHaveLength(36)
})

async function anArchiveOf(version: Version) {
  const { url, pool } = await aDatabaseOf(version)
  const file = join(aFolder(), 'rows.tar')
  await writeArchive({ url, config: aConfig(), now: new Date() }, file)
  return { pool, file }
}

test('an archive of release 0.2.0 is restored with the schema of this release', async () => {
  const { pool, file } = await anArchiveOf('0.2.0')
  const clock = new SetClock()
  clock.followRealTime()
  const target = await anEmptySystem(clock)

  await restore(target, file)

  expect(await readRows(target.pool)).toEqual(await readRows(pool))
  expect(await listNames(target.pool)).toEqual(readMigrations().map(({ name }) => name))
  expect((await verifyTotals(target.platform)).differences).toEqual([])
})

test('an archive of an older release is refused with both versions', async () => {
  const { file } = await anArchiveOf('older')
  const target = await anEmptySystem(new SetClock())

  await expect(restore(target, file)).rejects.toThrow(
    /This is release .*takes over release 0\.2\.0\. The archive is older/,
  )
})
