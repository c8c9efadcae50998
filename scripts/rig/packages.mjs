// Programs of Debian that tests need beyond npm packages: installed as root, else named.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

export function postgresBinaries() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).filter((version) => Number(version) >= 14) : []
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .find((version) => existsSync(`${root}/${version}/bin/initdb`))
  return newest && `${root}/${newest}/bin`
}

const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
const at =
  (...paths) =>
  () =>
    paths.every((path) => existsSync(path))

const programs = {
  'PostgreSQL 14 or newer': { packages: ['postgresql'], isThere: () => Boolean(postgresBinaries()) },
  Patroni: { packages: ['patroni'], isThere: at('/usr/bin/patroni') },
  etcd: { packages: ['etcd-server'], isThere: at('/usr/bin/etcd') },
  HAProxy: { packages: ['haproxy'], isThere: at('/usr/sbin/haproxy') },
  PgBouncer: { packages: ['pgbouncer'], isThere: at('/usr/sbin/pgbouncer') },
  nginx: { packages: ['nginx'], isThere: at('/usr/sbin/nginx') },
  'a Ceph gateway': {
    packages: ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'],
    isThere: at('/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/ceph', '/usr/bin/radosgw'),
  },
  'postfix and dovecot': {
    packages: ['postfix', 'dovecot-imapd', 'dovecot-lmtpd'],
    isThere: at('/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/lib/dovecot/lmtp'),
  },
  openssl: { packages: ['openssl'], isThere: at('/usr/bin/openssl') },
  Chromium: {
    packages: ['chromium-headless-shell'],
    // An installed full browser works too, but slower.
    isThere: () => existsSync('/usr/bin/chromium-headless-shell') || (!mayInstall() && existsSync('/usr/bin/chromium')),
  },
  faketime: { packages: ['faketime'], isThere: at('/usr/bin/faketime') },
}

/** The names of programs that are not there, of these or of all. */
export const listMissing = (names = Object.keys(programs)) => names.filter((name) => !programs[name].isThere())

const packagesOf = (names) => names.flatMap((name) => programs[name].packages)

export const installCommand = (names) => `apt-get install -y --no-install-recommends ${packagesOf(names).join(' ')}`

/** Installs what is missing where it may; returns the names that are missing afterwards. */
export function installMissing(names) {
  const missing = listMissing(names)
  if (missing.length > 0 && mayInstall()) installPackages(packagesOf(missing))
  return listMissing(missing)
}

/** Installs quietly; returns the exit code. */
export function installPackages(packages) {
  console.log(`Installing ${packages.join(' ')} …`)
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status ?? 1
}
