import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accessTable } from '#server/testing/access-table.ts'
import { databaseAt, migrationsUpTo } from '#server/testing/data/upgrade.ts'
import { findLost, readColumnValues } from '#server/testing/database/column-values.ts'
import { fillTables } from '#server/testing/database/fill-tables.ts'
import { aFolder, SetClock, startServer } from '#server/testing.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { readConfig } from '../../config.ts'
import { assemblePlatform, requireOwnFiles } from '../../open-platform.ts'
import { adoptFolder } from '../../storage/folder-identity.ts'
import { filesFolderOf } from '../../storage/open-file-store.ts'
import type { Database } from '../client.ts'
import { migrate, readMigrations } from './migrate.ts'

/** Columns whose values a migration takes away or changes, with the reason. Everything else must be there afterwards as it was. */
const changedOnPurpose: Record<string, Record<string, string>> = {}

const valuesOf = ({ pool }: Pick<Database, 'pool'>) => inClient(pool, readColumnValues)

async function inClient<T>(pool: Database['pool'], work: (client: Parameters<typeof fillTables>[0]) => Promise<T>) {
  const client = await pool.connect()
  return work(client).finally(() => client.release())
}

test('every migration succeeds on filled tables, keeps what was in them, and the product answers at the end', async () => {
  const { pool, db, url } = await databaseAt(0)
  const all = readMigrations()
  for (let last = 1; last < all.length; last++) {
    const name = all[last]?.name ?? ''
    await inClient(pool, (client) => fillTables(client, last))
    const before = await valuesOf({ pool })
    expect(
      [...before].filter(([key, value]) => key.endsWith('.*') && value === '0').map(([key]) => key),
      `tables without rows before ${name}`,
    ).toEqual([])

    expect(await migrate(pool, migrationsUpTo(last))).toBe(1)

    expect(findLost(before, await valuesOf({ pool })), name).toEqual(Object.keys(changedOnPurpose[name] ?? {}))
  }
  await inClient(pool, (client) => fillTables(client, all.length))

  await pool.query('delete from maintenance')
  const config = readConfig({ PUBLIC_URL: 'http://week.test', LOG_LEVEL: 'silent', DATA_DIR: aFolder() })
  const clock = new SetClock()
  clock.followRealTime()
  const platform = await assemblePlatform({ config, clock, log: pino({ level: 'silent' }), db })
  await adoptFolder(db, filesFolderOf(config), clock.now())
  await requireOwnFiles(platform)
  expect((await verifyTotals(platform)).differences).toEqual([])
  const server = await startServer({ beside: { platform, bareDb: db, databaseUrl: url, clock } })
  const admin = await server.anAdmin()
  const answers: Record<string, number> = {}
  for (const path of readPaths()) answers[path] = (await admin('GET', `/api${path}`)).status
  expect(answers).toMatchObject({ '/readyz': 200, '/admin/companies': 200, '/tasks': 200, '/events': 200 })
  expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([])
})

/** Every call that reads and names nothing; a stream does not end, and a logout ends the session. */
const readPaths = () =>
  Object.keys(accessTable)
    .filter((call) => call.startsWith('GET ') && !/:|\/stream|\/logout/.test(call))
    .map((call) => call.slice(4))

test('rows, values and columns that a migration loses are found', async () => {
  const { pool } = await databaseAt(0)
  await inClient(pool, (client) => fillTables(client, 0))
  const before = await valuesOf({ pool })

  await pool.query(`delete from door_passes where ctid = (select min(ctid) from door_passes)`)
  await pool.query(`update tasks set title = 'Other' where ctid = (select min(ctid) from tasks)`)
  await pool.query(`alter table events drop place`)
  const lost = findLost(before, await valuesOf({ pool }))

  expect(lost).toContain('door_passes.*')
  expect(lost.filter((name) => !name.startsWith('door_passes'))).toEqual(['events.place', 'tasks.title'])
})
