import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Packages = Record<string, Record<string, unknown>>

const builds: Packages = Object.fromEntries(
  ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((platform) => {
    const [system, processor] = platform.split('-')
    return [`node_modules/@fast/${platform}`, { version: '1.0.0', optional: true, os: [system], cpu: [processor] }]
  }),
)
const fast: Packages = {
  'node_modules/fast': {
    version: '1.0.0',
    optionalDependencies: Object.fromEntries(Object.keys(builds).map((path) => [path.slice(13), '1.0.0'])),
  },
}

/** The faults that the check finds in a lock file with these packages. */
function check(packages: Packages): { status: number | null; faults: string[] } {
  const project = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const promised = { engines: { node: '^20.19 || >=24' } }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': promised, ...packages } }))
  const program = resolve('scripts/checks/check-lock.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: project, encoding: 'utf8' })
  return { status, faults: stderr.trim().split('\n').filter(Boolean) }
}

test('a lock file with a build for each platform is accepted', () => {
  expect(check({ ...fast, ...builds })).toEqual({ status: 0, faults: [] })
})

test('a lock file without the build for macOS is refused by name', () => {
  const { 'node_modules/@fast/darwin-arm64': _, ...others } = builds

  const { status, faults } = check({ ...fast, ...others })

  expect(status).toBe(1)
  expect(faults).toEqual([
    '@fast/darwin-arm64 is missing, which fast may ask for',
    'fast has no build for darwin-arm64',
  ])
})

test('a build for musl alone is no build for Debian', () => {
  const musl = { ...builds['node_modules/@fast/linux-x64'], libc: ['musl'] }

  const { faults } = check({ ...fast, ...builds, 'node_modules/@fast/linux-x64': musl })

  expect(faults).toEqual(['fast has no build for linux-x64'])
})

test('a build that only a package of a package needs is looked for from there', () => {
  const inside = Object.fromEntries(
    Object.entries({ ...fast, ...builds }).map(([path, one]) => [`node_modules/outer/${path}`, one]),
  )

  expect(check({ 'node_modules/outer': { version: '1.0.0' }, ...inside }).faults).toEqual([])
})

test('a package that needs a later Node than the project promises is refused', () => {
  const { faults } = check({
    'node_modules/late': { version: '2.0.0', engines: { node: '>=22' } },
    'node_modules/early': { version: '2.0.0', engines: { node: '>=18' } },
  })

  expect(faults).toEqual(['late 2.0.0 needs Node >=22, and package.json promises ^20.19 || >=24'])
})

test('a lock file that names a registry is refused', () => {
  const { faults } = check({
    'node_modules/late': { version: '2.0.0', resolved: 'https://registry.example.com/late.tgz' },
  })

  expect(faults).toEqual(['late names a registry, and others use another: npm install with the .npmrc of this project'])
})
