import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFaults } from './migration-rules.mjs'

type Migration = { tag: string; when?: number; sql?: string }

/** What the check says to a project that has these migrations. */
function check(migrations: Migration[]): { status: number | null; lines: string[] } {
  const project = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const folder = join(project, 'src/server/platform/database/migrations')
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = migrations.map(({ tag, when = migrations.findIndex((one) => one.tag === tag) }, idx) => ({
    idx,
    tag,
    when,
  }))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const { tag, sql = 'select 1;' } of migrations) writeFileSync(join(folder, `${tag}.sql`), sql)
  const program = resolve('scripts/checks/check-migrations.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: project, encoding: 'utf8' })
  return { status, lines: stderr.trim().split('\n') }
}

test('a migration that is dated before the one in front of it is refused by name', () => {
  const { status, lines } = check([
    { tag: '0000_first', when: 10 },
    { tag: '0001_second', when: 30 },
    { tag: '0002_from-another-branch', when: 20 },
  ])

  expect(status).toBe(1)
  expect(lines).toEqual([
    '0002_from-another-branch is dated before the migration in front of it: delete it and generate it again',
  ])
})

/** What the release before this one could not live with, or what holds up writers. */
const refused: Record<string, string> = {
  'drops a table': 'DROP TABLE "tasks";',
  'drops a column': 'ALTER TABLE "tasks" DROP COLUMN "title";',
  'renames something': 'ALTER TABLE "tasks" RENAME COLUMN "title" TO "name";',
  'makes a column required': 'ALTER TABLE "tasks" ALTER COLUMN "title" SET NOT NULL;',
  'drops a default': 'ALTER TABLE "tasks" ALTER COLUMN "title" DROP DEFAULT;',
  'changes the type of a column': 'ALTER TABLE "tasks" ALTER COLUMN "title" SET DATA TYPE integer;',
  'adds a required column without a default': 'ALTER TABLE "tasks" ADD COLUMN "kind" text NOT NULL;',
  'builds an index on a table that is in use': 'CREATE INDEX "tasks_title" ON "tasks" USING btree ("title");',
  'checks every row for a new constraint':
    'ALTER TABLE "tasks" ADD CONSTRAINT "tasks_fk" FOREIGN KEY ("a") REFERENCES "public"."b"("id");',
  'writes every row for a column that is computed':
    'ALTER TABLE "tasks" ADD COLUMN "found_by" text GENERATED ALWAYS AS (lower(title)) STORED;',
  'changes rows that others then wait for': 'UPDATE "tasks" SET "title" = lower("title");',
}

test.each(Object.entries(refused))('a new migration that %s is refused', (what, sql) => {
  const { status, lines } = check([{ tag: '0047_planted', sql }])

  expect(status).toBe(1)
  expect(lines).toEqual([expect.stringContaining(`0047_planted ${what}`)])
})

test('each statement of a step is looked at, not only the first', () => {
  const sql =
    'CREATE TABLE "todo" ("id" uuid);--> statement-breakpoint\nDROP TABLE "todo";\nUPDATE "tasks" SET "title" = \'\';'

  expect(findFaults('0047_planted', sql)).toEqual([expect.stringContaining('changes rows that others then wait for')])
})

const allowed: Record<string, string> = {
  'changes rows in batches, with a table of its own': [
    'CREATE TABLE "tasks_todo" AS SELECT id FROM tasks;',
    'CREATE FUNCTION fill_tasks(most int) RETURNS int LANGUAGE sql AS $$ UPDATE tasks SET title = id $$;',
    'SELECT fill_tasks($1);',
    'DROP FUNCTION fill_tasks(int);',
    'DROP TABLE "tasks_todo";',
  ].join('--> statement-breakpoint'),
  'builds an index in a step':
    'SELECT 1;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "tasks_title" ON "tasks" ("title");',
  'says since when nothing reads it':
    '-- contract: nothing reads it since 0.3\nALTER TABLE "tasks" DROP COLUMN "title";',
  'says why its locks are short': '-- locks: a handful of rows\nCREATE INDEX "tasks_title" ON "tasks" ("title");',
  'makes a table with its indexes and keys': [
    'CREATE TABLE "notes" ("id" uuid NOT NULL);',
    'ALTER TABLE "notes" ADD CONSTRAINT "notes_fk" FOREIGN KEY ("id") REFERENCES "public"."tasks"("id");',
    'CREATE UNIQUE INDEX "notes_id" ON "notes" USING btree ("id");',
  ].join('--> statement-breakpoint'),
  'adds columns that need no value':
    'ALTER TABLE "tasks" ADD COLUMN "kind" text DEFAULT \'x\' NOT NULL, ADD COLUMN "note" text;',
  'builds an index beside writers': 'CREATE INDEX CONCURRENTLY "tasks_title" ON "tasks" ("title");',
  'only speaks of it': '-- Nothing is renamed, no DROP TABLE.\nCREATE FUNCTION f() RETURNS void AS $$ DROP TABLE x $$;',
}

test.each(Object.entries(allowed))('a migration that %s is not refused', (_what, sql) => {
  expect(findFaults('0047_planted', sql)).toEqual([])
})
