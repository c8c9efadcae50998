// PostgreSQL like a managed service: two members, Patroni elects the primary, HAProxy routes to it.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Step } from '../../rig/cleanup.ts'
import { postgresBinaries } from '../../rig/packages.mjs'
import { freePorts } from '../../rig/ports.mjs'
import { answers, identityOf, type Process, type Processes, until } from '../../rig/processes.ts'

export type Member = { name: string; folder: string; port: number; rest: number; patroni?: Process }

/** The disk size of one member: small enough for a fault to fill it. */
const diskSize = '1200m'

/** Registers each mount for cleanup at once: a later step may fail. */
export async function startPostgres(processes: Processes, folder: string, atEnd: (step: Step) => void) {
  const owner = identityOf('postgres')
  const first = await freePorts(8)
  const [client, peer, rw] = [first, first + 1, first + 2]
  mkdirSync(join(folder, 'etcd'), { mode: 0o700 })
  chownSync(join(folder, 'etcd'), owner.uid, owner.gid)
  const here = (port: number) => `http://127.0.0.1:${port}`
  processes.start(
    'etcd',
    'etcd',
    [
      ...['--name', 'one', '--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', here(client), '--advertise-client-urls', here(client)],
      ...['--listen-peer-urls', here(peer), '--initial-advertise-peer-urls', here(peer)],
      ...['--initial-cluster', `one=${here(peer)}`],
    ],
    { as: owner },
  )
  await until('etcd', () => answers(`${here(client)}/health`))

  const startPatroni = (name: string, file: string) =>
    processes.start(name, '/usr/bin/python3', ['/usr/bin/patroni', file], {
      as: owner,
      env: { PYTHONWARNINGS: 'ignore', LANG: 'C.UTF-8' },
    })
  const members: Member[] = []
  for (const n of [0, 1]) {
    const [name, port, rest] = [`member${n + 1}`, first + 3 + n, first + 5 + n]
    const own = join(folder, name)
    mkdirSync(own)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', own])
    if (mounted.status !== 0) throw new Error(`no disk for ${name}: ${mounted.stderr}`)
    const member: Member = { name, folder: own, port, rest }
    members.push(member)
    atEnd(() => stop(member))
    chownSync(own, owner.uid, owner.gid)
    const file = join(folder, `${name}.yml`)
    writeFileSync(file, settings({ name, own, port, rest, etcd: client }))
    member.patroni = startPatroni(name, file)
    // The second member is cloned from the first.
    if (n === 0) await until('the primary', () => answers(`${here(rest)}/primary`))
  }
  async function stop(member: Member) {
    if (member.patroni) await processes.end(member.patroni)
    const postmaster = postmasterOf(member)
    if (postmaster) process.kill(postmaster, 'SIGKILL')
    spawnSync('umount', ['-l', member.folder])
  }
  writeFileSync(join(folder, 'haproxy.cfg'), routing(rw, members))
  processes.start('haproxy', '/usr/sbin/haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db'])

  const url = (user: string, database: string, port = rw) => `postgres://${user}@127.0.0.1:${port}/${database}`
  const roleOf = async ({ rest }: Member): Promise<string> => {
    const reply = await fetch(`${here(rest)}/patroni`, { signal: AbortSignal.timeout(2_000) })
    const { role, state, sync_standby } = (await reply.json()) as Record<string, string | boolean>
    return state === 'running' ? `${role}${sync_standby ? ' sync' : ''}` : String(state)
  }
  const roles = () => Promise.all(members.map((member) => roleOf(member).catch(() => 'gone')))
  const isWhole = async () => {
    const [a, b] = (await roles()).sort()
    return /^(master|primary)$/.test(a ?? '') && b === 'replica sync'
  }
  await until('a synchronous standby', isWhole)
  await until('the way to the primary', () => canQuery(url('postgres', 'postgres')))
  return {
    members,
    rw,
    url,
    roles,
    /** True with a primary and a synchronous standby, without which nothing is acknowledged. */
    isWhole,
    async primary(): Promise<Member> {
      const found = members[(await roles()).findIndex((role) => /^(master|primary)/.test(role))]
      if (!found) throw new Error('there is no primary')
      return found
    },
    async switchover() {
      const from = await this.primary()
      const body = JSON.stringify({ leader: from.name })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${here(from.rest)}/switchover`, { method: 'POST', headers, body })
      if (!reply.ok) throw new Error(`no switchover: ${await reply.text()}`)
    },
    /** Changes a setting of the whole cluster, for instance the synchronous standby. */
    async configure(change: object) {
      const { rest } = await this.primary()
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(change)
      const reply = await fetch(`${here(rest)}/config`, { method: 'PATCH', headers, body })
      if (!reply.ok) throw new Error(`not configured: ${await reply.text()}`)
    },
    /** Like a power failure of the machine. */
    async kill(member: Member) {
      const postmaster = postmasterOf(member)
      member.patroni?.child.kill('SIGKILL')
      if (postmaster) process.kill(postmaster, 'SIGKILL')
      await member.patroni?.ended
    },
    restart(member: Member) {
      member.patroni = startPatroni(member.name, join(folder, `${member.name}.yml`))
    },
  }
}

/** Returns the pid only if that process is still this folder's server. */
function postmasterOf({ folder }: Member): number | undefined {
  const file = join(folder, 'data/postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : undefined
  } catch {
    return undefined
  }
}

export async function canQuery(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Given = { name: string; own: string; port: number; rest: number; etcd: number }

/** Everything listens on loopback only: trust authentication instead of passwords. */
const settings = ({ name, own, port, rest, etcd }: Given) => `scope: week
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { hosts: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 15
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 80, wal_level: replica, hot_standby: 'on', max_wal_senders: 8, wal_log_hints: 'on', max_wal_size: 256MB, wal_keep_size: 128MB, synchronous_commit: 'on' }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${own}/data
  bin_dir: ${postgresBinaries()}
  pgpass: ${own}/pgpass
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  authentication:
    replication: { username: replicator, password: replicator }
    superuser: { username: postgres, password: postgres }
    rewind: { username: rewinder, password: rewinder }
  parameters: { unix_socket_directories: '${own}' }
`

const routing = (rw: number, members: Member[]) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${rw}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`
