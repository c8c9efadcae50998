import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const migrations = 'src/server/platform/database/migrations'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()

/** The commit before the newest migration was added: the last one for the schema before. */
export function findPreviousCommit(): string {
  const newest = git('log', '--diff-filter=A', '--no-renames', '--format=%H', '-1', '--', `${migrations}/*.sql`)
  return git('rev-parse', `${newest}^`)
}

export const describeCommit = (commit: string): string => git('log', '-1', '--format=%h %s', commit)

/** The name of a commit's last migration. */
export const lastMigrationOf = (commit: string): string =>
  JSON.parse(git('show', `${commit}:${migrations}/meta/_journal.json`)).entries.at(-1).tag

/** Builds the product of a commit in this folder. */
export function buildRelease(commit: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, '..', 'release.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  installPackages(folder)
  run('node', ['scripts/build.mjs'], folder)
}

type Lock = { packages: Record<string, { version?: string }> }

/** Reuses the installed packages if every version is the same. */
function installPackages(folder: string) {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Lock
  const own = read('package-lock.json').packages
  const wanted = Object.entries(read(join(folder, 'package-lock.json')).packages).filter(([path]) => path !== '')
  if (wanted.every(([path, { version }]) => own[path]?.version === version)) {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    return
  }
  writeFileSync(join(folder, '.npmrc'), 'fund=false\naudit=false\n', { flag: 'a' })
  run('npm', ['install', '--no-save', '--ignore-scripts', '--prefer-offline'], folder)
}

function run(program: string, args: string[], cwd: string) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${cwd}`)
}
