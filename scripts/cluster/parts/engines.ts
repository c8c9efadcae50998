import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { postgresBinaries } from '../../testing/ensure-tools.mjs'

/** The exit code for a missing engine: neither success nor a failed test. */
export const missingEngineStatus = 3

type Engine = { name: string; packages: string[]; isThere: () => boolean }

const at = (...paths: string[]) => paths.every((path) => existsSync(path))

const engines: Engine[] = [
  { name: 'PostgreSQL 14 or newer', packages: ['postgresql'], isThere: () => Boolean(postgresBinaries()) },
  { name: 'Patroni', packages: ['patroni'], isThere: () => at('/usr/bin/patroni') },
  { name: 'etcd', packages: ['etcd-server'], isThere: () => at('/usr/bin/etcd') },
  { name: 'HAProxy', packages: ['haproxy'], isThere: () => at('/usr/sbin/haproxy') },
  { name: 'PgBouncer', packages: ['pgbouncer'], isThere: () => at('/usr/sbin/pgbouncer') },
  { name: 'nginx', packages: ['nginx'], isThere: () => at('/usr/sbin/nginx') },
  {
    name: 'a Ceph gateway',
    packages: ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'],
    isThere: () => at('/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/ceph', '/usr/bin/radosgw'),
  },
  {
    name: 'postfix and dovecot',
    packages: ['postfix', 'dovecot-imapd', 'dovecot-lmtpd'],
    isThere: () => at('/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/lib/dovecot/lmtp'),
  },
  { name: 'openssl', packages: ['openssl'], isThere: () => at('/usr/bin/openssl') },
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => at('/usr/bin/chromium-headless-shell') || at('/usr/bin/chromium'),
  },
  { name: 'faketime', packages: ['faketime'], isThere: () => at('/usr/bin/faketime') },
]

const missing = () => engines.filter(({ isThere }) => !isThere())

/** As root on Debian, installs missing engines; elsewhere names them in one sentence and exits. */
export function ensureEngines(command: string) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    stop(`${command} needs root on Debian: it starts PostgreSQL, postfix and nginx as their own users.`)
  }
  const packages = missing().flatMap((engine) => engine.packages)
  if (packages.length === 0) return
  console.log(`Installing ${packages.join(' ')} …`)
  const quiet = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  const names = missing().map(({ name }) => name)
  if (names.length === 0) return
  const install = missing().flatMap((engine) => engine.packages)
  stop(`${command} needs ${names.join(', ')}: apt-get install -y --no-install-recommends ${install.join(' ')}`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(missingEngineStatus)
}
