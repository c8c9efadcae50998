// Runs a command with TEST_DATABASE_URL pointing at a throwaway server of the distribution's PostgreSQL.
import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { postgresBinaries } from '../rig/packages.mjs'
import { freePort } from '../rig/ports.mjs'
import { runBeside, temporaryFolder } from './run-beside.mjs'

const binaries = postgresBinaries()
if (!binaries) {
  console.error('No PostgreSQL of the distribution was found.')
  process.exit(1)
}
const folder = temporaryFolder('pg')
const data = join(folder, 'data')
const asServer = { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...serverUser(folder) }
await runBeside(folder, start, stop)

async function start() {
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  return { TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }
}

function stop() {
  spawnSync(join(binaries, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...asServer, stdio: 'ignore' })
}

function run(program, args) {
  if (spawnSync(join(binaries, program), args, asServer).status !== 0) throw new Error(`${program} failed`)
}

/** PostgreSQL refuses to run as root. */
function serverUser(path) {
  if (process.getuid?.() !== 0) return {}
  const uid = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)
  const gid = Number(spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' }).stdout)
  chownSync(path, uid, gid)
  return { uid, gid }
}
