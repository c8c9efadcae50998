import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/after-test.ts'
import { databaseAt, migrationsWith } from '#server/testing/data/upgrade.ts'
import { openDatabase } from '../client.ts'
import { migrate, readMigrations } from './migrate.ts'

test('a migration may take longer than the product waits for any other statement', async () => {
  const { url } = await databaseAt(readMigrations().length - 1)
  // An answer is given up a second after the limit for statements.
  const waiting = { connect: 30_000, lock: 20_000, statement: 100 }
  const impatient = openDatabase({ url, onError: () => undefined, waiting })
  afterTest(impatient.close)

  const count = await migrate(impatient.pool, migrationsWith({ '9999_slow': 'select pg_sleep(2)' }))

  expect(count).toBe(1)
})
