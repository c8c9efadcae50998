// `npm start`: builds what is stale, then runs the server in this process, so that signals reach it.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStale } from './stamp.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

// The built files are found from the project, the data folder from where the command was given.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const calledFrom = process.cwd()
process.chdir(project)
if (isStale()) {
  console.log('Building…')
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
process.chdir(calledFrom)
process.env.NODE_ENV ??= 'production'
await import('../dist/server/main.js')
