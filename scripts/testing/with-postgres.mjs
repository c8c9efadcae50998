// Runs a command with TEST_DATABASE_URL pointing at a throwaway server of the distribution's own PostgreSQL.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresBinaries } from './ensure-tools.mjs'

const binaries = postgresBinaries()
if (!binaries) {
  console.error('No PostgreSQL of the distribution was found.')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'week-pg-'))
const data = join(folder, 'data')
const asServer = { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...serverUser(folder) }
const port = await freePort()
const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`

const [command = '', ...args] = process.argv.slice(2)
let child
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true
    child?.kill(signal)
  })
}

let code = 1
try {
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  const env = { ...process.env, TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }
  // A signal that came meanwhile is heard now.
  await new Promise((resolve) => setImmediate(resolve))
  if (!isInterrupted) {
    child = spawn(command, args, { stdio: 'inherit', env })
    code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
  }
} finally {
  spawnSync(join(binaries, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...asServer, stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

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

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
