import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project.ts'

const migrations = join(projectFolder(), 'src/server/platform/database/migrations')

type Journal = { entries: { idx: number; tag: string }[] }

/** Copies the migrations into a new folder with a changed journal. */
export function copyMigrations(folder: string, change: (journal: Journal) => Journal) {
  cpSync(migrations, folder, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') })
  const journalFile = join(folder, 'meta/_journal.json')
  writeFileSync(journalFile, JSON.stringify(change(JSON.parse(readFileSync(journalFile, 'utf8')))))
}

/** The migrations of an older release, up to the given number. */
export const copyMigrationsUpTo = (folder: string, last: number) =>
  copyMigrations(folder, (journal) => ({ ...journal, entries: journal.entries.slice(0, last + 1) }))
