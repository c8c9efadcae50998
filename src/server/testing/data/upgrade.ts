import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/client.ts'
import { readFunctions } from '#server/platform/database/migrating/functions.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { aFolder, forBusyMachine, withDatabase } from '#server/testing.ts'
import { dropDatabase } from './drop-database.ts'
import { copyMigrations, copyMigrationsUpTo } from './older-migrations.ts'

/** The migrations of an older release, up to the given number. */
export function migrationsUpTo(last: number): string {
  const folder = aFolder()
  copyMigrationsUpTo(folder, last)
  return folder
}

/** The migrations of a later release: these and the added ones. */
export function migrationsWith(added: Record<string, string>): string {
  const folder = aFolder()
  copyMigrations(folder, (journal) => {
    const last = journal.entries.at(-1)
    const later = Object.keys(added).map((tag, n) => ({ ...last, idx: 9000 + n, tag }))
    return { ...journal, entries: [...journal.entries, ...later] }
  })
  for (const [tag, statements] of Object.entries(added)) writeFileSync(join(folder, `${tag}.sql`), statements)
  return folder
}

/** A new database with the schema after the given migration; number 0 is release 0.2.0. */
export async function databaseAt(last: number) {
  const database = await newDatabase()
  await migrate(database.pool, migrationsUpTo(last))
  if (last === 0) await addEarlierFunctions(database.pool)
  return database
}

/** Release 0.2.0 counted every registration by its status: it had no confirmations. */
async function addEarlierFunctions(pool: pg.Pool) {
  const { functions, triggers } = readFunctions()
  const earlier = functions.replaceAll('counted_state(status, confirm_by)', 'status')
  // Some functions name columns of later migrations.
  await pool.query(['set local check_function_bodies = off;', earlier, ...triggers].join('\n'))
}

const earlierMigrations = {
  '0.2.0': { count: 51, last: '0dab54e00851a2b9bb4f55affd44edafa8959981aeb563115ea90247007053cc' },
  unreleased: { count: 56, last: 'e5ba4e3377e114ccffad8a7fedde325b3c3a4a2905ee619c19f1ae7901aded67' },
  older: { count: 36, last: 'f'.repeat(64) },
}

/** The list of migrations as left by a release from before the baseline. */
export async function listAsBefore(pool: pg.Pool, version: keyof typeof earlierMigrations) {
  const { count, last } = earlierMigrations[version]
  await pool.query('delete from schema_migrations')
  await pool.query(
    `insert into schema_migrations (hash, name, release)
     select case when n = $1 then $2 else encode(sha256(n::text::bytea), 'hex') end, lpad((n - 1)::text, 4, '0') || '_change', $3
     from generate_series(1, $1) n`,
    [count, last, version === 'older' ? '0.1.0' : '0.2.0'],
  )
}

/** Copies the database with its rows. Closes the original first: no connection to it may be open. */
export async function copyOfDatabase({ url, close }: { url: string; close(): Promise<void> }) {
  await close()
  return newDatabase(`template ${new URL(url).pathname.slice(1)}`)
}

let count = 0

async function newDatabase(template = '') {
  const name = `upgrade_${process.pid}_${Date.now()}_${count++}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name} ${template}`)
  const url = withDatabase(inject('databaseUrl'), name)
  const database = openDatabase({ url, onError: () => undefined, waiting: forBusyMachine })
  const close = once(database.close)
  onTestFinished(async () => {
    await close()
    await dropDatabase(admin, name)
    await admin.end()
  })
  return { ...database, url, close }
}

/** A pool can be closed only once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
