import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/client.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { projectFolder } from '#server/platform/project.ts'
import { forBusyMachine, withDatabase } from '#server/testing.ts'
import { dropDatabase } from './drop-database.ts'

export const migrations = join(projectFolder(), 'src/server/platform/database/migrations')

type Journal = { entries: { idx: number; tag: string }[] }

function copyMigrations(change: (journal: Journal) => Journal): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrations, folder, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') })
  const journalFile = join(folder, 'meta/_journal.json')
  writeFileSync(journalFile, JSON.stringify(change(JSON.parse(readFileSync(journalFile, 'utf8')))))
  return folder
}

/** As a release had them that ended with the one of this number. */
export const migrationsUpTo = (last: number): string =>
  copyMigrations((journal) => ({ ...journal, entries: journal.entries.slice(0, last + 1) }))

/** As a release has them that comes after this one. */
export function migrationsWith(added: Record<string, string>): string {
  const folder = copyMigrations((journal) => {
    const last = journal.entries.at(-1)
    const later = Object.keys(added).map((tag, n) => ({ ...last, idx: 9000 + n, tag }))
    return { ...journal, entries: [...journal.entries, ...later] }
  })
  for (const [tag, statements] of Object.entries(added)) writeFileSync(join(folder, `${tag}.sql`), statements)
  return folder
}

/** A new database with the schema as it was after the migration with this number. */
export async function databaseAt(last: number) {
  const name = `upgrade_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = withDatabase(inject('databaseUrl'), name)
  const database = openDatabase({ url, onError: () => undefined, waiting: forBusyMachine })
  onTestFinished(async () => {
    await database.close()
    await dropDatabase(admin, name)
    await admin.end()
  })
  await migrate(database.pool, migrationsUpTo(last))
  return { ...database, url }
}
