import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function check(planted: Record<string, string> = {}, appended: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'week-places-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['package.json', 'tsconfig.json', 'deploy', 'src'])
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [path, source] of Object.entries(planted)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  for (const [path, source] of Object.entries(appended)) appendFileSync(join(folder, path), source)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), resolve('scripts/checks/check-places.ts')],
    { cwd: folder, encoding: 'utf8' },
  )
  return { status, missing: stderr.trim().split('\n') }
}

const contract = `import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const reply = z.object({})
const shared = { access: 'administrator', summary: 'Notes', reply } as const
export const listNotes = endpoint({ ...shared, method: 'GET', path: '/notes' })
export const createNote = endpoint({ ...shared, method: 'POST', path: '/notes', body: reply })
`

test('of a slice that nobody knows yet every missing place is named at once, with what to add there', () => {
  const result = check({
    'src/contract/notes/endpoints.ts': contract,
    'src/server/features/notes/tables.ts': "export const notes = pgTable('notes', {})\n",
    'src/server/features/notes/jobs.ts': "export const tidyNotesJob: JobKind = { kind: 'tidy-notes', run }\n",
    'src/server/features/notes/routes.ts':
      'export function noteRoutes() {\n  route(app, listNotes, () => notes.list())\n}\n',
  })

  expect(result).toEqual({
    status: 1,
    missing: [
      'src/contract/api.ts: add createNote, exported by src/contract/notes/endpoints.ts, to a slice',
      'src/contract/api.ts: add listNotes, exported by src/contract/notes/endpoints.ts, to a slice',
      'src/server/features/notes/routes.ts: bind createNote of src/contract/notes/endpoints.ts with route()',
      'src/server/features/notes/slice.ts: add noteRoutes of src/server/features/notes/routes.ts to routes',
      'src/server/features/notes/slice.ts: add tidyNotesJob of src/server/features/notes/jobs.ts to jobs',
      'src/server/features/notes/tables.ts: declare notes with .enableRLS()',
      'src/server/slices.ts: add the slice of src/server/features/notes/slice.ts',
      "src/server/testing/access-table.ts: add 'GET /notes' with who may call it and what each is answered",
      "src/server/testing/access-table.ts: add 'POST /notes' with who may call it and what each is answered",
      "src/server/testing/requests.ts: add 'POST /notes' with a body that is accepted",
    ],
  })
})

test('a call that was added to a known slice in a file of its own is missed in the document', () => {
  const source = contract.replace("'/notes', body", "'/companies', body").replace("'/notes' }", "'/companies' }")

  const { missing } = check(
    { 'src/contract/companies/notes.ts': source },
    { 'src/server/features/companies/routes.ts': 'route(app, listNotes)\nroute(app, createNote)\n' },
  )

  expect(missing).toEqual([
    'src/contract/api.ts: add createNote, exported by src/contract/companies/notes.ts, to a slice',
    'src/contract/api.ts: add listNotes, exported by src/contract/companies/notes.ts, to a slice',
  ])
})

test('slices that stand in another order than that in which they build on each other are noticed', () => {
  const list = 'src/server/slices.ts'
  const source = readFileSync(list, 'utf8')
    .replace('  tasksSlice,\n', '')
    .replace('  proofsSlice,\n', '$&  tasksSlice,\n')

  expect(check({ [list]: source }).missing).toEqual([
    'src/server/slices.ts: list the slices in the order of scripts/checks/slices.cjs',
  ])
})

test('a setting that no operator is told of is missed', () => {
  const config = 'src/server/platform/config.ts'
  const source = readFileSync(config, 'utf8').replace('const Environment = z.object({', '$&\n  NOTE_LIMIT: z.string(),')

  expect(check({ [config]: source }).missing).toEqual([
    'deploy/.env.example: add NOTE_LIMIT with its default and what it does',
  ])
})

test('every call and setting of the product is in its place', () => {
  expect(check()).toEqual({ status: 0, missing: [''] })
})
