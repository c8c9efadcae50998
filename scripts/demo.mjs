// `npm run demo`: the product with a believable week in a separate folder. Meanwhile it builds stale files.
import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStale } from './build/stamp.mjs'
import { requireNode } from './require-node.mjs'

requireNode()
// The demo ignores an installation's settings: mail server, file store, administrator.
for (const name of Object.keys(process.env)) {
  if (/^(S3_|SMTP_|MAIL_|ADMIN_|TRUST_PROXY$|DATABASE_LISTEN_URL$)/.test(name)) delete process.env[name]
}
process.env.DATA_DIR = resolve(process.env.DATA_DIR || './demo-data')
process.env.LOG_LEVEL ||= 'warn'
process.env.SUPPORT_EMAIL ||= 'help@sportsweek.example'
process.env.NODE_ENV ||= 'production'
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

/** Resolves to the exit code. */
function run(...parameters) {
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' })
  return { child, ended: new Promise((done) => child.once('exit', (code) => done(code ?? 1))) }
}

// Children handle these signals and clean up; this process waits for them.
const wait = () => {}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, wait)
const building = isStale() ? run('scripts/build.mjs') : undefined
const making = run('--import', 'tsx', 'scripts/demo/main.ts')
const made = await making.ended
if (made !== 0) {
  building?.child.kill()
  process.exit(made)
}
const built = await building?.ended
if (built) process.exit(built)
for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, wait)
await import('../dist/server/main.js')
