import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../src/server/platform/database/client.ts'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { migrate, readMigrations } from '../../src/server/platform/database/migrating/migrate.ts'
import { copyMigrationsUpTo } from '../../src/server/testing/data/older-migrations.ts'
import { filledAfter, fillMillions, largeTables } from './prepared/million-rows.ts'

const everyMs = 50
const allowedMs = 1_000

/**
 * The longest wait of a write during a migration, with a million rows per table. One row of each table is updated every
 * 50 ms. The baseline runs equally long without a migration.
 */
export async function measureMigrations() {
  const folder = mkdtempSync(join(tmpdir(), 'week-migrations-'))
  const embedded = await startEmbedded({ dataDir: join(folder, 'data') })
  const database = openDatabase({ url: embedded.url, onError: () => undefined })
  const migrateTo = (last: number) => {
    const upTo = join(folder, `up-to-${last}`)
    copyMigrationsUpTo(upTo, last)
    return migrate(database.pool, upTo)
  }
  try {
    await migrateTo(filledAfter)
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    await fillMillions(client, (table) => console.log(`a million rows: ${table}`))
    await client.end()
    const lines = []
    for (let last = filledAfter + 1; last < readMigrations().length; last++) {
      let took = 0
      const during = await longestWait(embedded.url, async () => {
        const begun = performance.now()
        await migrateTo(last)
        took = performance.now() - begun
      })
      const without = await longestWait(embedded.url, () => sleep(Math.min(took, 2_000)))
      lines.push(lineOf(readMigrations()[last]?.name ?? '', { took, during, without }))
      console.log(lines.at(-1)?.what, lines.at(-1)?.product)
    }
    return lines
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Waits = { table: string; ms: number }
type Measured = { took: number; during: Waits; without: Waits }

function lineOf(name: string, { took, during, without }: Measured) {
  return {
    what: `${name}: longest wait of a write`,
    product: `${inSeconds(during.ms)} (${during.table}), migration ${inSeconds(took)}`,
    bare: `${inSeconds(without.ms)} without`,
    ratio: (without.ms / during.ms).toFixed(2),
    wanted: '≤ 1 s',
    reached: during.ms <= allowedMs,
  }
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

/** The longest wait of a write to any large table, from before the work until after it. */
async function longestWait(url: string, work: () => Promise<unknown>): Promise<Waits> {
  let isOver = false
  const writers = Object.entries(largeTables).map(async ([table, key]): Promise<Waits> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const write = await prepareWrite(client, table, key)
    let ms = 0
    while (!isOver) {
      const begun = performance.now()
      await write()
      ms = Math.max(ms, performance.now() - begun)
      await sleep(everyMs)
    }
    await client.end()
    return { table, ms }
  })
  // Every writer has written once before the work begins.
  await sleep(10 * everyMs)
  await work().finally(() => {
    isOver = true
  })
  const waits = await Promise.all(writers)
  return waits.reduce((longest, one) => (one.ms > longest.ms ? one : longest))
}

/** Updates a row to the same values; for append-only tables, takes the lock of a write. */
async function prepareWrite(
  client: pg.Client,
  table: string,
  key: string | undefined,
): Promise<() => Promise<unknown>> {
  if (!key) return () => client.query(`begin; lock table ${table} in row exclusive mode; rollback`)
  const { rows } = await client.query<{ key: unknown }>(`select ${key} as key from ${table} limit 1`)
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and atttypid = 'text'::regtype
     and attgenerated = '' and not attisdropped and attname <> $2 order by attnum limit 1`,
    [table, key],
  )
  const name = columns[0]?.name
  return () => client.query(`update ${table} set "${name}" = "${name}" where ${key} = $1`, [rows[0]?.key])
}
