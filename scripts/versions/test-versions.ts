// `npm run test:versions`: the release before and this one serve the same database at the same time, as in a rolling
// upgrade. The default for the one before is the last commit with the schema before; `-- v0.1.0` names another commit
// or tag.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { readMigrations } from '../../src/server/platform/database/migrating/migrate.ts'
import { isStale } from '../build/stamp.mjs'
import { administrator } from '../rig/accounts.ts'
import { createCleanup } from '../rig/cleanup.ts'
import { freePorts } from '../rig/ports.mjs'
import { answers, createProcesses, until } from '../rig/processes.ts'
import { walkJourneys } from './journeys.ts'
import { buildRelease, describeCommit, findPreviousCommit, lastMigrationOf } from './previous-release.ts'

const say = (line: string) => console.log(line)
const cleanup = createCleanup()
cleanup.endOnSignal()
const folder = cleanup.folder('versions')
const processes = createProcesses(folder)

async function run() {
  const commit = process.argv[2] ?? findPreviousCommit()
  const newest = readMigrations().at(-1)?.name
  if (isStale() && spawnSync('node', ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0)
    throw new Error('the build failed')
  say(`Building the version before: ${describeCommit(commit)}`)
  buildRelease(commit, join(folder, 'release'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const database = await startEmbedded({ dataDir })
  cleanup.add(database.stop)
  cleanup.add(processes.endAll)
  const shared = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  const port = await freePorts(2)
  const startVersion = (name: string, release: string, at: number) => {
    const url = `http://127.0.0.1:${at}`
    const env = { ...shared, PORT: String(at), PUBLIC_URL: url }
    return {
      name,
      url,
      process: processes.start(name, process.execPath, [join(release, 'dist/server/main.js')], { env }),
    }
  }
  const isReady = (version: { name: string; url: string }) =>
    until(`the ${version.name} version`, () => answers(`${version.url}/api/readyz`))

  const old = startVersion('old', join(folder, 'release'), port)
  await isReady(old)
  await walkJourneys([old], 'before')
  const current = startVersion('new', process.cwd(), port + 1)
  await isReady(current)
  say(`Both serve: the old version knows ${lastMigrationOf(commit)}, the database is at ${newest}`)

  // Twice with swapped order, so that each version does every step.
  await walkJourneys([old, current], 'first')
  await walkJourneys([current, old], 'second')
  say('Both journeys passed with every step at the other version than the step before')

  await processes.end(old.process, 'SIGTERM')
  if (old.process.child.exitCode !== 0) throw new Error(`the old version ended with ${old.process.child.exitCode}`)
  await walkJourneys([current], 'after')
  if (lastMigrationOf(commit) !== newest) await requireRefusal(startVersion('old-again', join(folder, 'release'), port))
  const verify = spawnSync('node', ['scripts/command.mjs', 'verify'], {
    env: { ...process.env, ...shared },
    encoding: 'utf8',
  })
  say(verify.stdout.trim())
  if (verify.status !== 0) throw new Error(`npm run verify failed: ${verify.stderr}`)
  say('The old version ended by itself, the new one went on, and every total is right')
}

/** Prints the log, because the folder is removed at the end. */
function printLog(name: string) {
  const file = join(folder, 'log', `${name}.log`)
  if (existsSync(file)) console.error(`— log of the ${name} version:\n${readFileSync(file, 'utf8').slice(-3_000)}`)
}

/** A restarted old version must report the newer schema and exit. */
async function requireRefusal({
  process: started,
}: {
  process: { child: { exitCode: number | null }; logged: Promise<void> }
}) {
  await started.logged
  const said = readFileSync(join(folder, 'log/old-again.log'), 'utf8')
  if (started.child.exitCode === 0 || !said.includes('The database is newer'))
    throw new Error(`the old version was not refused on the newer schema: ${said}`)
}

let status = 0
try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  for (const name of ['old', 'new']) printLog(name)
  status = 1
} finally {
  await cleanup.end()
}
process.exit(status)
