import pg from 'pg'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { startWorld } from '#server/testing.ts'
import { advisoryLocks } from './advisory-locks.ts'

test('no two locks have the same number', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('administrators are managed while a backup is under way', async () => {
  const { databaseUrl, root: admin, second } = await startWorld({ root: 'admin', second: 'admin' })
  const backup = new pg.Client({ connectionString: databaseUrl })
  await backup.connect()
  afterTest(() => backup.end())
  await backup.query('select pg_advisory_lock($1)', [advisoryLocks.backup])

  expect((await admin('PATCH', `/api/admin/admins/${second.userId}`, { disabled: true })).status).toBe(200)
})
