import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** An installation without development packages, as `npm install --omit=dev` leaves it. */
function anInstallation({ built }: { built: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'week-installation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['scripts/build', 'src', 'dist/server/commands'])
    mkdirSync(join(folder, name), { recursive: true })
  for (const name of [
    'start.mjs',
    'command.mjs',
    'require-node.mjs',
    'build-if-stale.mjs',
    'build.mjs',
    'build/stamp.mjs',
  ]) {
    copyFileSync(join('scripts', name), join(folder, 'scripts', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'vite.config.ts'), '')
  // The times of copied sources say nothing: this stamp is of another machine.
  writeFileSync(join(folder, 'dist/.stamp'), 'of another machine')
  if (built) {
    writeFileSync(join(folder, 'dist/server/main.js'), 'console.log("The product is running")')
    writeFileSync(join(folder, 'dist/server/commands/verify.js'), 'console.log(process.argv.slice(2).join())')
  }
  return folder
}

const run = (folder: string, script: string, ...given: string[]) =>
  spawnSync(process.execPath, [join(folder, 'scripts', script), ...given], { cwd: folder, encoding: 'utf8' })

const start = (folder: string) => run(folder, 'start.mjs')

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

test('so do its commands, with what they are given', () => {
  const { status, stdout } = run(anInstallation({ built: true }), 'command.mjs', 'verify', 'one', 'two')

  expect([status, stdout.trim()]).toEqual([0, 'one,two'])
})

test('without a build and without what runs the source, a command says what to do', () => {
  const { status, stderr } = run(anInstallation({ built: false }), 'command.mjs', 'verify')

  expect(status).toBe(1)
  expect(stderr.trim()).toBe(
    'The product is not built, and what runs its source is not installed. Run `npm install --include=dev`, or copy dist/ from a build.',
  )
})

test('the build needs no package that only development has', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const imported = builtFiles('dist/server').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?:.+ from )?"([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm)].map(
      ([, plain, lazy]) => plain ?? lazy ?? '',
    ),
  )
  const packages = imported
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))

  expect(packages.length).toBeGreaterThan(20)
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([])
})

const builtFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ parentPath, name }) => join(parentPath, name))
