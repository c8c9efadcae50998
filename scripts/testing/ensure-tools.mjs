// The tools of the tests beyond npm packages: a browser, a second PostgreSQL, a pooler, a mail server.
import { spawnSync } from 'node:child_process'
import { installCommand, installMissing, listMissing } from '../rig/packages.mjs'

/** Each tool, and what was not tried without it. */
const lost = {
  Chromium: 'the browser tests could not run',
  'PostgreSQL 14 or newer': 'races, sorting and search were tried on the embedded version only',
  'postfix and dovecot': 'mail was not read back from a real mailbox',
  PgBouncer: 'the product was not tried behind a connection pooler',
}

export const missingTools = () =>
  process.platform === 'darwin' ? [] : listMissing(Object.keys(lost)).map((what) => ({ what, lost: lost[what] }))

/** Installs missing tools with root rights; otherwise prints them, and the tests that need them are skipped or fail. */
export function ensureTools() {
  if (process.platform === 'darwin') return ensureOnMac()
  const missing = installMissing(Object.keys(lost))
  if (missing.length === 0) return
  console.error(`Some tests need ${missing.join(', ')}. Please install, for instance:`)
  console.error(`  sudo ${installCommand(missing)}`)
  if (process.getuid?.() === 0) process.exit(1)
}

/** Playwright provides the browser there; the embedded database is the only tested engine. */
function ensureOnMac() {
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === new URL(import.meta.url).pathname) ensureTools()
