import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { projectFolder, readRelease } from '../../project.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import {
  type AppliedMigration,
  describeTooOld,
  isFromBeforeBaseline,
  listBaseline,
  translateHashes,
} from './baseline.ts'
import { applyFunctions } from './functions.ts'
import { revokeFromHostedRoles } from './hosted-roles.ts'
import { longestLockWaitMs, repeatWhileLocked } from './repeat-while-locked.ts'
import { countSteps, forgetSteps, inTransaction, isInSteps, runAtOnce, runSteps, type StepReport } from './steps.ts'
import { beginWithLock, waitForLock } from './wait-for-lock.ts'

const ownFolder = () => join(projectFolder(), 'src/server/platform/database/migrations')

export type Migration = { name: string; hash: string; statements: string[] }

/** All migrations of this release, in order. */
export function readMigrations(folder = ownFolder()): Migration[] {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, sql }, index) => ({
    name: entries[index]?.tag ?? hash,
    hash,
    statements: sql,
  }))
}

/**
 * Brings the schema up to date: one transaction under one lock, so several processes may start at once. A stepwise
 * migration splits it into transactions before and after; `report` gets each step, because steps take minutes.
 */
export async function migrate(pool: pg.Pool, folder = ownFolder(), report?: StepReport): Promise<number> {
  const known = readMigrations(folder)
  const client = await pool.connect()
  let isBroken = true
  let count = 0
  try {
    for (;;) {
      const { applied, next } = await repeatWhileLocked(() => migrateInTransaction(client, known))
      count += applied
      if (!next) break
      count += await migrateInSteps(client, next, report)
    }
    isBroken = false
    return count
  } finally {
    // Destroy a failed connection, so that its locks and settings end.
    client.release(isBroken)
  }
}

/** Functions and triggers come last: they may need every table. */
async function migrateInTransaction(client: pg.ClientBase, known: Migration[]) {
  try {
    await beginWithLock(client, advisoryLocks.migration)
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${longestLockWaitMs}`)
    await ensureList(client)
    const applied = await listApplied(client)
    const pending = choosePending(known, applied)
    if (isFromBeforeBaseline(applied)) await listBaseline(client, known.slice(0, known.length - pending.length))
    // A new database has no users, so stepwise migrations are not needed.
    const next = applied.length === 0 ? undefined : pending.find(isInSteps)
    const before = next ? pending.slice(0, pending.indexOf(next)) : pending
    await applyMigrations(client, before)
    // Tests stop at an older schema, which lacks tables that the functions need.
    if (!next && known.length >= readMigrations().length) await applyFunctions(client)
    await revokeFromHostedRoles(client, known)
    await client.query('commit')
    return { applied: before.length, next }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function migrateInSteps(client: pg.ClientBase, migration: Migration, report?: StepReport): Promise<number> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0')
  await waitForLock(client, advisoryLocks.migration)
  const { rows } = await client.query('select from schema_migrations where hash = $1', [migration.hash])
  // Another process may have done it meanwhile.
  if (rows.length === 0) {
    await runSteps(client, migration, report)
    await inTransaction(client, () => addToList(client, migration))
  }
  await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
  await client.query('reset statement_timeout; reset lock_timeout')
  return rows.length === 0 ? 1 : 0
}

/** Pending migrations of a database in use; empty for a new one. */
export async function findPending(client: pg.ClientBase, folder = ownFolder()): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string | null }>(`select to_regclass('schema_migrations') as name`)
  const applied = rows[0]?.name ? await listApplied(client) : []
  return applied.length === 0 ? [] : listMissing(readMigrations(folder), translate(readMigrations(folder), applied))
}

/** Migrations of this release that were not applied. Throws for a database of an older or newer release. */
export function choosePending(known: Migration[], applied: AppliedMigration[]): Migration[] {
  const hashes = translate(known, applied)
  refuseNewerSchema(known, hashes, applied)
  return listMissing(known, hashes)
}

const listMissing = (known: Migration[], hashes: string[]) => known.filter(({ hash }) => !hashes.includes(hash))

function translate(known: Migration[], applied: AppliedMigration[]): string[] {
  const last = applied.at(-1)
  const hashes = translateHashes(
    known,
    applied.map(({ hash }) => hash),
  )
  if (!hashes) throw new Error(describeTooOld('The database', last?.release, last?.name))
  return hashes
}

/** Runs in the client's transaction, including otherwise stepwise migrations. */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]) {
  for (const migration of migrations) {
    const done = isInSteps(migration) ? await countSteps(client, migration) : 0
    await runAtOnce(client, migration.statements.slice(done))
    await addToList(client, migration)
  }
}

async function addToList(client: pg.ClientBase, migration: Migration) {
  const values = [migration.hash, migration.name, readRelease()]
  await client.query('insert into schema_migrations (hash, name, release) values ($1, $2, $3)', values)
  if (isInSteps(migration)) await forgetSteps(client)
}

/** Creates the table of applied migrations. Releases before 0.2 stored hashes only. */
export async function ensureList(client: pg.ClientBase) {
  await client.query(
    `create table if not exists schema_migrations
      (hash text primary key, applied_at timestamptz not null default now(), name text, release text)`,
  )
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'release'`,
  )
  // Alter only if columns are missing: its lock would wait for every reader of the table.
  if (rows.length === 0) await client.query('alter table schema_migrations add name text, add release text')
}

/** Also reads a table with hashes only, for the snapshot before any change. */
export async function listApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select hash, to_jsonb(list) ->> 'name' as name, to_jsonb(list) ->> 'release' as release from schema_migrations list
     order by 2 nulls first, applied_at`,
  )
  return rows
}

/** An older release would write rows against the newer schema's rules. */
function refuseNewerSchema(known: Migration[], hashes: string[], applied: AppliedMigration[]) {
  const unknown = hashes.filter((one) => !known.some(({ hash }) => hash === one)).at(-1)
  if (!unknown) return
  const newest = applied.find(({ hash }) => hash === unknown)
  throw new Error(
    `This is release ${readRelease()}, which knows the schema up to ${known.at(-1)?.name}. The database is newer: release ` +
      `${newest?.release ?? 'unknown'} brought it to ${newest?.name ?? unknown}. Start that release or a newer one, or ` +
      'restore a backup from before the upgrade into an empty database.',
  )
}
