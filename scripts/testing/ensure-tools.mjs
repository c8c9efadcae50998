// The tools of the tests beyond npm packages: a browser, a second PostgreSQL, a pooler, a mail server. Installed as
// root on Debian, else named.
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

const needs = [
  {
    what: 'Chromium',
    // An installed full browser works too, but slower.
    missing: () =>
      !existsSync('/usr/bin/chromium-headless-shell') && (mayInstall() || !existsSync('/usr/bin/chromium')),
    packages: ['chromium-headless-shell'],
    lost: 'the browser tests could not run',
  },
  {
    what: 'PostgreSQL 14 or newer',
    missing: () => !postgresBinaries(),
    packages: ['postgresql'],
    lost: 'races, sorting and search were tried on the embedded version only',
  },
  {
    what: 'postfix and dovecot',
    missing: () => !existsSync('/usr/sbin/postfix') || !existsSync('/usr/sbin/dovecot'),
    packages: ['postfix', 'dovecot-imapd', 'dovecot-lmtpd'],
    lost: 'mail was not read back from a real mailbox',
  },
  {
    what: 'PgBouncer',
    missing: () => !existsSync('/usr/sbin/pgbouncer'),
    packages: ['pgbouncer'],
    lost: 'the product was not tried behind a connection pooler',
  },
]

const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

export const missingTools = () => (process.platform === 'darwin' ? [] : needs.filter((need) => need.missing()))

/** Installs missing tools with root rights; otherwise prints them, and the tests that need them are skipped or fail. */
export function ensureTools() {
  if (process.platform === 'darwin') return ensureOnMac()
  const missing = missingTools()
  if (missing.length === 0) return
  const packages = missing.flatMap((need) => need.packages)
  if (!mayInstall()) {
    console.error(`Some tests need ${missing.map((need) => need.what).join(', ')}. Please install, for instance:`)
    console.error(`  sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`)
    return
  }
  console.log(`Installing ${packages.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const { status } = spawnSync('apt-get', install, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

/** Playwright provides the browser there; the embedded database is the only tested engine. */
function ensureOnMac() {
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === new URL(import.meta.url).pathname) ensureTools()
