import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const table = (variable: string, name: string) => `export const ${variable} = pgTable('${name}', {})\n`

/** Two slices as they should be: companies own a table, and proofs, which come later, read it. */
const clean: Record<string, string> = {
  'contract/companies/endpoints.ts': '',
  'contract/proofs/endpoints.ts': '',
  'server/features/companies/tables.ts': table('companies', 'companies'),
  'server/features/companies/store.ts': "import { companies } from './tables.ts'\ndb.insert(companies)\n",
  'server/features/proofs/tables.ts': table('taskProofs', 'task_proofs'),
  'server/features/proofs/store.ts': 'sql`select name from companies`\n',
  'server/features/companies/functions.sql':
    '-- For task_proofs.\ncreate or replace function count_up() update companies;\n',
  'server/features/proofs/functions.sql': [
    'create or replace function award() select count_up() from companies; insert into task_proofs;',
    'create or replace trigger proofs_awarded after update on task_proofs execute function award();',
    'create or replace trigger adjustments_kept_by_day after insert on companies execute function award();',
  ].join('\n'),
  ...Object.fromEntries(
    ['companies', 'proofs'].flatMap((slice) =>
      ['routes.ts', 'service.ts', 'x.test.ts'].map((file) => [`server/features/${slice}/${file}`, '']),
    ),
  ),
}

function check(planted: Record<string, string> = {}) {
  folder = mkdtempSync(join(tmpdir(), 'slices-'))
  for (const [path, source] of Object.entries({ ...clean, ...planted })) {
    mkdirSync(join(folder, 'src', dirname(path)), { recursive: true })
    writeFileSync(join(folder, 'src', path), source)
  }
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), resolve('scripts/checks/check-slices.ts')],
    { cwd: folder, encoding: 'utf8' },
  )
  return { status, said: stderr + stdout }
}

const imported = "import { companies as c } from '#server/features/companies/tables.ts'\n"
const faults: [said: string, planted: Record<string, string>][] = [
  ['"runners" is no slice', { 'client/features/runners/page.tsx': '' }],
  ['server/tasks has no contract of the same name', { 'server/features/tasks/routes.ts': '' }],
  ['service.ts writes (update) to companies', { 'server/features/proofs/service.ts': `${imported}tx.update(c)\n` }],
  [
    'writes (insert into) to companies',
    { 'server/features/proofs/more.ts': `${imported}sql\`insert into \${c} values (1)\`\n` },
  ],
  ['writes (delete from) to companies', { 'server/features/proofs/more.ts': 'sql`delete from companies`\n' }],
  [
    'server/companies/service.ts names task_proofs',
    { 'server/features/companies/service.ts': 'sql<number>`select count(*) from task_proofs`\n' },
  ],
  [
    'service.ts runs statements of a transaction by Promise.all',
    { 'server/features/proofs/service.ts': 'await Promise.all([store.insert(tx, [1, 2]), 3])\n' },
  ],
]

const trigger =
  'create or replace trigger companies_watched after update or delete on companies execute function f();\n'
faults.push(
  ['has a trigger on companies', { 'server/features/proofs/functions.sql': trigger }],
  [
    'names task_proofs',
    { 'server/features/companies/functions.sql': 'create or replace trigger a before insert on task_proofs;' },
  ],
  [
    'functions.sql writes (delete from) to companies',
    { 'server/features/proofs/functions.sql': 'delete from companies;' },
  ],
  ['functions.sql names award', { 'server/features/companies/functions.sql': 'perform award();' }],
  ['service.ts names award', { 'server/features/companies/service.ts': 'sql`select award()`\n' }],
  [
    'platform/database/functions.sql names companies',
    { 'server/platform/database/functions.sql': 'select from companies;' },
  ],
)

test.each(faults)('%s', (said, planted) => {
  const result = check(planted)
  expect(result).toEqual({ status: 1, said: expect.stringContaining(said) })
})

test('slices that keep to their own tables pass, and so do comments about others', () => {
  const comment = '/** Unlike task_proofs, sql`select 1` */\n'
  expect(check({ 'server/features/companies/service.ts': comment })).toMatchObject({ status: 0 })
})
