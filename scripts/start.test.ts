import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** An installation without development packages, as `npm install --omit=dev` leaves it. */
function anInstallation({ built }: { built: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'week-installation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['scripts/build', 'src', 'dist/server']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['start.mjs', 'require-node.mjs', 'build-if-stale.mjs', 'build.mjs', 'stamp.mjs']) {
    copyFileSync(join('scripts', name), join(folder, 'scripts', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'vite.config.ts'), '')
  // The times of copied sources say nothing: this stamp is of another machine.
  writeFileSync(join(folder, 'dist/.stamp'), 'of another machine')
  if (built) writeFileSync(join(folder, 'dist/server/main.js'), 'console.log("The product is running")')
  return folder
}

const start = (folder: string) =>
  spawnSync(process.execPath, [join(folder, 'scripts/start.mjs')], { cwd: folder, encoding: 'utf8' })

test('a build that was copied runs without the packages that made it', () => {
  const { status, stdout } = start(anInstallation({ built: true }))

  expect([status, stdout.trim()]).toEqual([0, 'The product is running'])
})

test('without a build and without the bundler, the start says what to do', () => {
  const { status, stderr } = start(anInstallation({ built: false }))

  expect(status).toBe(1)
  expect(stderr.trim()).toBe(
    'The product is not built, and what builds it is not installed. Run `npm install --include=dev`, or copy dist/ from a build.',
  )
})
