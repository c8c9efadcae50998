import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/pgbouncer'

/** The reason why this machine cannot run PgBouncer, if any. */
export const missingPgBouncer = () =>
  existsSync(program) ? undefined : 'missing: apt-get install -y --no-install-recommends pgbouncer'

type Settings = { poolMode?: 'transaction' | 'session'; poolSize?: number }

/** Starts a real PgBouncer in front of a database; `url` leads through it. */
export async function startPgBouncer(databaseUrl: string, { poolMode = 'transaction', poolSize = 5 }: Settings = {}) {
  const target = new URL(databaseUrl)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = target.searchParams.get('port') || target.port || '5432'
  const folder = await mkdtemp(join(tmpdir(), 'week-pgbouncer-'))
  const listenPort = await freePort()
  const own = join(folder, 'pgbouncer.ini')
  const password = target.password ? ` password=${decodeURIComponent(target.password)}` : ''
  const lines = [
    '[databases]',
    `* = host=${host} port=${port} user=${decodeURIComponent(target.username)}${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${poolMode}`,
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    `logfile = ${join(folder, 'log')}`,
  ]
  await writeFile(own, `${lines.join('\n')}\n`)
  // PgBouncer refuses to run as root, and only the owner of the socket's folder may open it.
  const owner = host.startsWith('/') ? await stat(host) : { uid: 65_534, gid: 65_534 }
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, own]) await chown(path, owner.uid || 65_534, owner.gid || 65_534)
  const identity = isRoot ? { uid: owner.uid || 65_534, gid: owner.gid || 65_534 } : {}
  const child = spawn(program, ['-q', own], { ...identity, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))

  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = '127.0.0.1'
  url.port = listenPort
  await answers(url.href)
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
