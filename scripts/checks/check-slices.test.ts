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
    'server/proofs: fixes and service.ts import each other',
    {
      'server/features/proofs/service.ts': "import { fix } from './fixes/fix.ts'\n",
      'server/features/proofs/fixes/fix.ts': "import { list } from '../service.ts'\n",
    },
  ],
  [
    'service.ts runs statements of a transaction by Promise.all',
    { 'server/features/proofs/service.ts': 'await Promise.all([store.insert(tx, [1, 2]), 3])\n' },
  ],
]

test.each(faults)('%s', (said, planted) => {
  const result = check(planted)
  expect(result).toEqual({ status: 1, said: expect.stringContaining(said) })
})

test('slices that keep to their own tables pass, and so do comments about others', () => {
  const comment = '/** Unlike task_proofs, sql`select 1` */\n'
  expect(check({ 'server/features/companies/service.ts': comment })).toMatchObject({ status: 0 })
})
