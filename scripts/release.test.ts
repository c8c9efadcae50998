import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = resolve('scripts/release.mjs')
const chart = 'deploy/helm/sports-week'
const changelog =
  '# Changelog\n\n## Unreleased\n\n- People can swim.\n- They can run.\n\n## 0.1.0\n\n- They can walk.\n'

/** A repository on `main` with one commit. */
function aRepository({ log = changelog, check = 'true' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'week-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const packageOf = (more: object) => `${JSON.stringify({ name: 'x', version: '0.1.0', ...more }, null, 2)}\n`
  writeFileSync(join(folder, 'package.json'), packageOf({ scripts: { check } }))
  writeFileSync(join(folder, 'package-lock.json'), packageOf({ packages: { '': { version: '0.1.0' } } }))
  writeFileSync(join(folder, 'CHANGELOG.md'), log)
  cpSync(chart, join(folder, chart), { recursive: true })
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@week.test')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' })
  return { folder, git, read, release }
}

test('a release gives its version to every file, moves the lines of the changelog, is committed and tagged', () => {
  const { git, read, release } = aRepository()

  const { status, stdout } = release('0.2.0')

  expect([status, stdout]).toEqual([0, '- People can swim.\n- They can run.\n'])
  expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })
  const today = new Date().toISOString().slice(0, 10)
  expect(read('CHANGELOG.md')).toBe(changelog.replace('## Unreleased\n', `## Unreleased\n\n## 0.2.0 (${today})\n`))
  expect(read(`${chart}/Chart.yaml`)).toMatch(/^version: 0\.2\.0\nappVersion: 0\.2\.0$/m)
  expect(read(`${chart}/values.yaml`)).toMatch(/^ {2}name: registry\.example\.com\/sports-week:0\.2\.0$/m)
  expect(git('show', '--format=', '--numstat', '--', chart).split('\n')).toEqual([
    `2\t2\t${chart}/Chart.yaml`,
    `1\t1\t${chart}/values.yaml`,
  ])
  expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag', '--list', '--format=%(refname:short) %(contents:body)')).toContain('v0.2.0 - People can swim.')
})

type Repository = ReturnType<typeof aRepository>
const cases: [string, Parameters<typeof aRepository>[0], (made: Repository) => unknown, string[], string][] = [
  ['without a version', {}, () => 0, [], 'Name the version'],
  ['with a version that is not newer', {}, () => 0, ['0.1.0'], '0.1.0 is not newer'],
  ['on another branch', {}, ({ git }) => git('checkout', '-qb', 'work'), ['0.2.0'], 'on main, not on work'],
  [
    'with a change that is not committed',
    {},
    ({ folder }) => writeFileSync(join(folder, 'new.txt'), ''),
    ['0.2.0'],
    'The working tree has changes',
  ],
  [
    'without a line about it',
    { log: '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- Walk.\n' },
    () => 0,
    ['0.2.0'],
    'no line',
  ],
  ['with a tag of that name', {}, ({ git }) => git('tag', 'v0.2.0'), ['0.2.0'], 'exists already'],
  ['while the check fails', { check: 'false' }, () => 0, ['0.2.0'], '`npm run check` failed'],
]

test.each(cases)('%s there is no release, and nothing is changed', (_, given, change, args, sentence) => {
  const repository = aRepository(given)
  change(repository)
  const before = repository.git('status', '--porcelain')

  const { status, stdout, stderr } = repository.release(...args)

  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(sentence)
  expect(repository.git('status', '--porcelain')).toBe(before)
  expect(repository.git('log', '--format=%s')).toBe('first')
})
