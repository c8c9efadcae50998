import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readMigrations } from '#server/platform/database/migrating/migrate.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { aFolder } from '#server/testing.ts'

test('before a release starts its command brings the database to its schema, keeps the rows from before and tells how far it is', async () => {
  const { pool, url } = await databaseAt(0)
  await pool.query(
    `insert into users (email, password, first_name, last_name, created_at, updated_at)
     values ('ada@mail.test', 'x', 'Ada', 'Lovelace', now(), now())`,
  )
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: aFolder(), BACKUP_DIR: aFolder() }
  const run = () =>
    promisify(execFile)(process.execPath, [resolve('dist/server/commands/admin.js'), 'migrate'], { env })

  const { stdout } = await run()
  const again = await run()

  expect(stdout).toContain('"migration":"0001_same-photos-held-places-team-sizes","step":1')
  expect(stdout.trim().split('\n').at(-1)).toBe('The database has the schema of this release.')
  expect(again.stdout.trim()).toBe('The database has the schema of this release.')
  const { rows } = await pool.query('select from schema_migrations')
  expect(rows).toHaveLength(readMigrations().length)
  expect(readdirSync(env.BACKUP_DIR)).toEqual([expect.stringMatching(/^before-upgrade-.*-0001\.tar$/)])
})
