import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '#server/platform/database/migrating/migrate.ts'
import { databaseAt } from '../data/upgrade.ts'
import { readColumnValues } from './column-values.ts'
import { fillTables } from './fill-tables.ts'

// The tests that need it take minutes and wait for a release: a new type of column must not wait as long.
test('every table of this release can be filled', async () => {
  const { pool } = await databaseAt(readMigrations().length - 1)
  const client = await pool.connect()
  onTestFinished(() => client.release())

  await fillTables(client, 0)

  const counts = [...(await readColumnValues(client))].filter(([column]) => column.endsWith('.*'))
  expect(counts.length).toBeGreaterThan(40)
  expect(counts.filter(([, count]) => count === '0')).toEqual([])
})
