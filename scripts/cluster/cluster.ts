// Three nodes of the product behind nginx, with production engines, on loopback in a temporary folder.
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startMailServer } from '../../src/server/platform/mail/testing/mail-server.ts'
import { startTcpProxy } from '../../src/server/testing/network/tcp-proxy.ts'
import { administrator } from '../rig/accounts.ts'
import { type Cleanup, createCleanup } from '../rig/cleanup.ts'
import { freePorts } from '../rig/ports.mjs'
import { createProcesses } from '../rig/processes.ts'
import { key, startCeph, stopCeph } from '../services/ceph.mjs'
import { startNodes } from './parts/nodes.ts'
import { startPooler } from './parts/pooler.ts'
import { startPostgres } from './parts/postgres.ts'
import { startNginx } from './parts/proxy.ts'

/** Cleans up everything that was started, also when a later part fails or the command is interrupted. */
export async function startCluster(say: (line: string) => void, interrupted: AbortSignal) {
  // The engines run as other users: their files must be readable whatever the caller's umask.
  process.umask(0o022)
  const cleanup = createCleanup()
  const folder = cleanup.folder('cluster')
  // The engines run as other users.
  chmodSync(folder, 0o755)
  const processes = createProcesses(folder)
  const stop = cleanup.end
  try {
    return { ...(await startParts(folder, processes, cleanup, say, interrupted)), folder, processes, stop }
  } catch (error) {
    if (!interrupted.aborted) printLogs(join(folder, 'log'))
    await stop()
    throw error
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** The tail of each log shows why a part did not start. */
function printLogs(folder: string) {
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    console.error(`${name}:\n  ${lines.slice(-10).join('\n  ')}`)
  }
}

async function startParts(
  folder: string,
  processes: ReturnType<typeof createProcesses>,
  cleanup: Cleanup,
  say: (line: string) => void,
  interrupted: AbortSignal,
) {
  const began = Date.now()
  function tell(what: string) {
    interrupted.throwIfAborted()
    say(`${((Date.now() - began) / 1_000).toFixed(1)} s  ${what}`)
  }
  cleanup.add(processes.endAll)

  const postgres = await startPostgres(processes, folder, cleanup.add)
  await createDatabase(postgres.url('postgres', 'postgres'))
  tell('PostgreSQL with a synchronous standby (etcd, Patroni, HAProxy)')
  const pooler = await startPooler(processes, folder, postgres.rw)
  tell('PgBouncer in transaction mode')

  const ceph = join(folder, 'ceph')
  const cephPort = await freePorts(3)
  cleanup.add(() => stopCeph(ceph))
  await startCeph(ceph, cephPort)
  tell('Ceph gateway')
  const mail = await startMailServer()
  cleanup.add(mail.stop)
  tell('postfix and dovecot')

  // Proxies between the nodes and these services can cut, delay or silence a connection.
  const lines = {
    listen: await startTcpProxy({ host: '127.0.0.1', port: postgres.rw }),
    store: await startTcpProxy({ host: '127.0.0.1', port: cephPort }),
    smtp: await startTcpProxy({ host: '127.0.0.1', port: mail.smtpPort }),
  }
  cleanup.add(async () => void (await Promise.all(Object.values(lines).map((line) => line.cut()))))

  const proxyPort = await freePorts(2)
  const settings = {
    PUBLIC_URL: `https://localhost:${proxyPort}`,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: postgres.url('week', 'week', lines.listen.port),
    S3_ENDPOINT: `http://127.0.0.1:${lines.store.port}`,
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
    // Without TLS: the proxy must see the final dot in plain text to cut the connection after it.
    SMTP_URL: `smtp://127.0.0.1:${lines.smtp.port}?ignoreTLS=true`,
    MAIL_FROM: 'Sports Week <week@week.test>',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SUPPORT_EMAIL: 'help@week.test',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  const product = await startNodes(processes, folder, 3, settings)
  tell('three nodes')
  const nodePorts = product.nodes.map(({ port }) => port)
  const proxy = startNginx(processes, folder, { port: proxyPort, plainPort: proxyPort + 1, nodePorts })
  tell(`nginx at ${proxy.url}`)
  return { proxy, product, postgres, pooler, mail, lines, ceph, settings, databaseUrl: postgres.url('week', 'week') }
}

async function createDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create role week login')
  await client.query('create database week owner week')
  await client.end()
}
