import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A small project with the same rules, and whatever is planted in it. */
function check(files: Record<string, string>) {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'scripts/checks/slices.cjs'])
    cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'src'))
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(folder, 'src', dirname(path)), { recursive: true })
    writeFileSync(join(folder, 'src', path), source)
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, [resolve('scripts/checks/check-boundaries.mjs')], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stderr + stdout }
}

const here = 'export const here = 1\n'
const importing = (path: string) => `import { here } from '${path}'\nexport const there = here\n`

const faults: [rule: string, files: Record<string, string>][] = [
  [
    'contract-imports-zod-and-nothing-else',
    { 'contract/a.ts': importing('#server/platform/b.ts'), 'server/platform/b.ts': here },
  ],
  ['server-never-meets-client', { 'server/a.ts': importing('#client/b.ts'), 'client/b.ts': here }],
  ['client-never-meets-server', { 'client/a.ts': importing('#server/b.ts'), 'server/b.ts': here }],
  [
    'platform-knows-no-feature',
    { 'server/platform/a.ts': importing('#server/features/x/service.ts'), 'server/features/x/service.ts': here },
  ],
  [
    'server-platform-knows-no-slice-of-the-contract',
    { 'server/platform/a.ts': importing('#contract/x/endpoints.ts'), 'contract/x/endpoints.ts': here },
  ],
  ['ui-knows-no-product', { 'client/ui/a.tsx': importing('#contract/b.ts'), 'contract/b.ts': here }],
  [
    'features-do-not-know-the-app',
    { 'server/features/x/service.ts': importing('#server/app.ts'), 'server/app.ts': here },
  ],
  [
    'other-slice-by-its-door',
    { 'server/features/x/service.ts': importing('#server/features/y/store.ts'), 'server/features/y/store.ts': here },
  ],
  [
    'slices-form-no-circle',
    {
      'client/features/x/page.ts': importing('#client/features/y/queries.ts'),
      'client/features/y/queries.ts': here,
      'client/features/y/page.ts': importing('#client/features/x/queries.ts'),
      'client/features/x/queries.ts': here,
    },
  ],
  [
    'slices-import-only-earlier-ones',
    {
      'server/features/auth/service.ts': importing('#server/features/door/tables.ts'),
      'server/features/door/tables.ts': here,
    },
  ],
  [
    'parts-of-proofs-know-files-only',
    {
      'client/features/proofs/fix/a.ts': importing('#client/features/proofs/review/b.ts'),
      'client/features/proofs/review/b.ts': here,
    },
  ],
  [
    'no-circle',
    {
      'contract/a.ts': importing('./b.ts'),
      'contract/b.ts': `import { there } from './a.ts'\nexport const here = there\n`,
    },
  ],
  ['sql-in-stores', { 'server/features/x/service.ts': "import { eq } from 'drizzle-orm'\nexport const there = eq\n" }],
  [
    'http-in-routes',
    { 'server/features/x/service.ts': "import Fastify from 'fastify'\nexport const there = Fastify\n" },
  ],
  [
    'smtp-in-mail',
    {
      'server/features/x/service.ts':
        "import { createTransport } from 'nodemailer'\nexport const there = createTransport\n",
    },
  ],
  [
    'uppy-in-one-folder',
    { 'client/platform/uploads/x/files.ts': "import Uppy from '@uppy/core'\nexport const there = Uppy\n" },
  ],
]

/** Every fault in one tree, each under names of its own: looking takes seconds. */
const together = Object.fromEntries(
  faults.flatMap(([, files], index) => {
    const named = (text: string) => text.replace(/\b[abxy]\b/g, (name) => `${name}${index}`)
    return Object.entries(files).map(([path, source]) => [named(path), named(source)])
  }),
)

test('every rule is noticed where it is broken', { timeout: 30_000 }, () => {
  const { status, said } = check(together)

  expect(faults.map(([rule]) => rule).filter((rule) => !said.includes(`${rule}:`))).toEqual([])
  expect(status).toBe(1)
})

test('a clean tree passes', () => {
  expect(check({ 'contract/a.ts': "import { z } from 'zod'\nexport const there = z\n" }).status).toBe(0)
})

test('a tree in which nothing was looked at does not pass', () => {
  expect(check({}).status).toBe(1)
})
