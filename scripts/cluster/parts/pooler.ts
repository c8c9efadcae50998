import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../rig/ports.mjs'
import { identityOf, type Process, type Processes, until } from '../../rig/processes.ts'
import { canQuery } from './postgres.ts'

/** PgBouncer in transaction mode in front of the primary. */
export async function startPooler(processes: Processes, folder: string, target: number) {
  const owner = identityOf('postgres')
  const own = join(folder, 'pgbouncer')
  const port = await freePorts(1)
  const url = `postgres://week@127.0.0.1:${port}/week`
  mkdirSync(own)
  chownSync(own, owner.uid, owner.gid)
  const lines = [
    '[databases]',
    `week = host=127.0.0.1 port=${target} user=week`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 15',
    'max_client_conn = 500',
    // The default retries a moved primary only after 15 seconds.
    'server_login_retry = 1',
    'server_connect_timeout = 3',
  ]
  writeFileSync(join(own, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  const start = () => processes.start('pgbouncer', '/usr/sbin/pgbouncer', [join(own, 'pgbouncer.ini')], { as: owner })
  let running: Process = start()
  await until('PgBouncer', () => canQuery(url))
  return {
    url,
    /** Cuts all connections, as a restart of its machine does. */
    async restart(pauseMs: number) {
      await processes.end(running, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      running = start()
    },
  }
}
