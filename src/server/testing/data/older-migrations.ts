import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project.ts'

const migrations = join(projectFolder(), 'src/server/platform/database/migrations')

type Journal = { entries: { idx: number; tag: string }[] }

/** Into a folder that is new, with another list of them. */
export function copyMigrations(folder: string, change: (journal: Journal) => Journal) {
  cpSync(migrations, folder, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') })
  const journalFile = join(folder, 'meta/_journal.json')
  writeFileSync(journalFile, JSON.stringify(change(JSON.parse(readFileSync(journalFile, 'utf8')))))
}

/** As a release had them that ended with the one of this number. */
export const copyMigrationsUpTo = (folder: string, last: number) =>
  copyMigrations(folder, (journal) => ({ ...journal, entries: journal.entries.slice(0, last + 1) }))
