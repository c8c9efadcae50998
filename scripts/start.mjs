// `npm start`: builds what is stale, then runs the server in this process, so that signals reach it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import buildIfStale from './build-if-stale.mjs'
import { requireNode } from './require-node.mjs'

requireNode()

// The built files are found from the project, the data folder from where the command was given.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const calledFrom = process.cwd()
process.chdir(project)
buildIfStale()
process.chdir(calledFrom)
process.env.NODE_ENV ??= 'production'
await import('../dist/server/main.js')
