import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/client.ts'
import { migrate } from '#server/platform/database/migrating/migrate.ts'
import { projectFolder } from '#server/platform/project.ts'
import { withDatabase } from '#server/testing.ts'

export const migrations = join(projectFolder(), 'src/server/platform/database/migrations')

/** A new database with the schema as it was after the migration with this number. */
export async function databaseAt(last: number) {
  const name = `upgrade_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = withDatabase(inject('databaseUrl'), name)
  const database = openDatabase({ url, onError: () => undefined })
  const folder = mkdtempSync(join(tmpdir(), 'week-migrations-'))
  onTestFinished(async () => {
    await database.close()
    await admin.query(`drop database ${name}`)
    await admin.end()
    rmSync(folder, { recursive: true })
  })
  cpSync(migrations, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  await migrate(database.pool, folder)
  return database
}
