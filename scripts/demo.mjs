// `npm run demo`: the product with a believable week in a folder of its own. Builds what is stale meanwhile.
import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStale } from './build/stamp.mjs'
import { requireNode } from './require-node.mjs'

requireNode()
// Of an installation beside it the demo takes nothing: no mail server, no file store, no administrator.
for (const name of Object.keys(process.env)) {
  if (/^(S3_|SMTP_|MAIL_|ADMIN_|TRUST_PROXY$|DATABASE_LISTEN_URL$)/.test(name)) delete process.env[name]
}
process.env.DATA_DIR = resolve(process.env.DATA_DIR || './demo-data')
process.env.LOG_LEVEL ||= 'warn'
process.env.SUPPORT_EMAIL ||= 'help@sportsweek.example'
process.env.NODE_ENV ||= 'production'
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

/** Gives back the exit code. */
function run(...parameters) {
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' })
  return { child, ended: new Promise((done) => child.once('exit', (code) => done(code ?? 1))) }
}

// They end by themselves, and tidy up before: this process waits for them.
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
