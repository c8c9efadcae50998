import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../src/server/platform/config.ts'
import { Refused } from './folder.ts'

/** An arbitrary key, the same in every process: of two concurrent runs one is refused. */
const demoLock = 7_203_900
/** Tables that the product fills at its start. */
const ownRows = ['schema_migrations', 'company_days_zone', 'files_folder', 'jobs']

/**
 * Requires an empty database, or removes the rows of an interrupted attempt from this folder. Returns the release of
 * its lock.
 */
export async function prepareDatabase(pool: pg.Pool, config: Config): Promise<() => Promise<void>> {
  const client = await pool.connect()
  const release = async () => client.release(true)
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [demoLock])
    if (!rows[0]?.locked) throw new Refused('Another `npm run demo` is making its week in this database right now.')
    const tables = await listTables(client)
    const filled = await findFilled(client, tables)
    if (filled && !(await isOfThisFolder(client, tables, config)))
      throw new Refused(
        `The database holds something that is not of this demo (table ${filled}). Give it an empty one, or none: it then brings its own.`,
      )
    if (filled)
      await client.query(
        `truncate ${tables.filter((name) => name !== 'schema_migrations').join(', ')} restart identity cascade`,
      )
    // After the rows: a retry can remove files without rows, but it would refuse rows without files.
    for (const name of ['files', 'outbox']) await rm(join(config.dataDir, name), { recursive: true, force: true })
    return release
  } catch (error) {
    await release()
    throw error
  }
}

async function listTables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  return rows.map(({ name }) => name.replace(/^public\./, ''))
}

/** A table with rows other than those from the product's start. */
async function findFilled(client: pg.PoolClient, tables: string[]): Promise<string | undefined> {
  // Foreign tables, even empty ones, mean somebody else's database.
  if (tables.length > 0 && !tables.includes('schema_migrations')) return tables[0]
  for (const name of tables.filter((table) => !ownRows.includes(table)))
    if ((await client.query(`select 1 from ${name} limit 1`)).rows.length > 0) return name
  return undefined
}

/** The product binds a database to its files folder: a database bound to this folder was made by the demo. */
async function isOfThisFolder(client: pg.PoolClient, tables: string[], { dataDir }: Config): Promise<boolean> {
  if (!tables.includes('files_folder')) return false
  const { rows } = await client.query<{ identity: string }>('select identity from files_folder')
  const own = await readFile(join(dataDir, 'files', 'identity'), 'utf8').catch(() => '')
  return rows[0] !== undefined && rows[0].identity === own.trim()
}
