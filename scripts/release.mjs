// `npm run release -- 1.2.3`: checks, sets the version in package.json, package-lock.json, CHANGELOG.md and the Helm
// chart, commits and tags. The release notes go to standard output, everything else to standard error. Nothing is pushed.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const [version = ''] = process.argv.slice(2)
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const chart = 'deploy/helm/sports-week'
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const notes = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1]?.trim() ?? ''

const fault = findFault()
if (fault) refuse(fault)
if (spawnSync('npm', ['run', 'check'], { stdio: ['ignore', 2, 2] }).status !== 0) refuse('`npm run check` failed.')

const lock = readJson('package-lock.json')
writeJson('package.json', { ...readJson('package.json'), version })
lock.packages[''].version = version
writeJson('package-lock.json', { ...lock, version })
const day = new Date().toISOString().slice(0, 10)
writeFileSync(
  'CHANGELOG.md',
  changelog.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} (${day})\n`),
)
setVersion(`${chart}/Chart.yaml`, /^(version|appVersion): /)
setVersion(`${chart}/values.yaml`, /^ {2}name: .+:/)
git('commit', '--quiet', '--all', '--message', `release: ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `${version}\n\n${notes}`)
console.log(notes)
console.error(`Release ${version} is committed and tagged. Publish it: git push --follow-tags`)

/** Puts the version behind each such beginning of a line; a YAML writer would lose comments and layout. */
function setVersion(file, beginning) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const changed = lines.map((line) => (beginning.test(line) ? `${beginning.exec(line)[0]}${version}` : line))
  writeFileSync(file, changed.join('\n'))
}

/** The first reason against a release, or undefined. */
function findFault() {
  const current = readJson('package.json').version
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Name the version: npm run release -- 1.2.3'
  if (!isNewer(version, current)) return `The version is ${current} already; ${version} is not newer.`
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') return `Releases are made on main, not on ${branch}.`
  if (git('status', '--porcelain')) return 'The working tree has changes: commit or remove them first.'
  if (!/^- /m.test(notes)) return 'CHANGELOG.md has no line under "Unreleased".'
  if (git('tag', '--list', `v${version}`)) return `The tag v${version} exists already.`
  return undefined
}

function isNewer(one, other) {
  const [first, second] = [one, other].map((text) => text.split('.').map(Number))
  const nth = first.findIndex((part, n) => part !== second[n])
  return nth >= 0 && first[nth] > second[nth]
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}
