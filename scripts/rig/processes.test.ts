import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProcesses } from './processes.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a program of another user works although the command was given in a closed folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'week-processes-'))
  chmodSync(folder, 0o755)
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const before = process.cwd()
  process.chdir(closed)
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })

  await createProcesses(folder).start('look', '/bin/sh', ['-c', 'ls . && pwd'], { as: { uid: 65534, gid: 65534 } })
    .logged

  expect(readFileSync(join(folder, 'log/look.log'), 'utf8').split('\n')).toContain(folder)
})

test('what a process said last is in its log once it is logged, however busy this computer is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'week-processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { start } = createProcesses(folder)

  for (let nth = 0; nth < 8; nth++) {
    const { logged, child } = start(`process-${nth}`, process.execPath, ['-e', 'console.error("why"); process.exit(1)'])
    // The end and the last words are then read in one turn.
    const busyUntil = Date.now() + 300
    while (Date.now() < busyUntil);
    await logged
    expect([child.exitCode, readFileSync(join(folder, `log/process-${nth}.log`), 'utf8')]).toEqual([1, 'why\n'])
  }
})
