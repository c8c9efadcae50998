import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a migration that is dated before the one in front of it is refused by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const meta = join(folder, 'src/server/platform/database/migrations/meta')
  mkdirSync(meta, { recursive: true })
  const dates = { '0000_first': 10, '0001_second': 30, '0002_from-another-branch': 20 }
  const entries = Object.entries(dates).map(([tag, when], idx) => ({ idx, tag, when }))
  writeFileSync(join(meta, '_journal.json'), JSON.stringify({ entries }))

  const check = [resolve('scripts/checks/check-migrations.mjs')]
  const { status, stderr } = spawnSync(process.execPath, check, { cwd: folder, encoding: 'utf8' })

  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    '0002_from-another-branch is dated before the migration in front of it: delete it and generate it again',
  ])
})
