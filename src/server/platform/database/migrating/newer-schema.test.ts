import { expect, test } from 'vitest'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { aFolder } from '#server/testing.ts'
import { upgradeWithSnapshot } from '../../backup/before-upgrade.ts'
import { readConfig } from '../../config.ts'
import { readRelease } from '../../project.ts'
import { migrate, readMigrations } from './migrate.ts'

const nextRelease = () => migrationsWith({ '9999_something-new': 'create table something_new (id int)' })

test('an older release does not start on a newer schema, and names both', async () => {
  const { pool } = await databaseAt(0)
  await migrate(pool, nextRelease())
  await pool.query(`update schema_migrations set release = '9.9.0' where name = '9999_something-new'`)

  const refusal = await migrate(pool).catch((error: Error) => error.message)

  expect(refusal).toContain(`release ${readRelease()}`)
  expect(refusal).toContain(readMigrations().at(-1)?.name)
  expect(refusal).toContain('release 9.9.0 brought it to 9999_something-new')
})

test('a database whose list has hashes only is migrated, and what is applied from then on has a name and a release', async () => {
  const { pool, url } = await databaseAt(0)
  await pool.query('alter table schema_migrations drop name, drop release')
  const config = readConfig({ DATA_DIR: aFolder() })

  const count = await upgradeWithSnapshot(url, config, new Date(), () => migrate(pool))

  const { rows } = await pool.query('select name, release from schema_migrations where name is not null order by name')
  expect(rows).toHaveLength(count)
  expect(rows[0].name).toMatch(/^0001_/)
  expect(rows.at(-1)).toEqual({ name: readMigrations().at(-1)?.name, release: readRelease() })
  expect(await migrate(pool)).toBe(0)
})
