import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { projectFolder } from '../project.ts'

/** Any number, the same in every process: whoever starts second waits until the first has migrated. */
const migrationLock = 7_203_114

/** Brings the schema up to date. Safe with several processes starting at once: all in one transaction, behind one lock. */
export async function migrate(
  pool: pg.Pool,
  folder = join(projectFolder(), 'src/server/platform/database/migrations'),
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 60000')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists schema_migrations (hash text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ hash: string }>('select hash from schema_migrations')
    const applied = new Set(rows.map((row) => row.hash))
    const pending = readMigrationFiles({ migrationsFolder: folder }).filter((migration) => !applied.has(migration.hash))
    for (const migration of pending) {
      for (const statement of migration.sql) await client.query(statement)
      await client.query('insert into schema_migrations (hash) values ($1)', [migration.hash])
    }
    await client.query('commit')
    return pending.length
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
