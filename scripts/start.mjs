// `npm start`: builds what is stale, then runs the server in this process, so that signals reach it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import buildIfStale from './build-if-stale.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, 24 is recommended; this is ${process.versions.node}.`)
  process.exit(1)
}

// The built files are found from the project, the data folder from where the command was given.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const calledFrom = process.cwd()
process.chdir(project)
buildIfStale()
process.chdir(calledFrom)
process.env.NODE_ENV ??= 'production'
await import('../dist/server/main.js')
