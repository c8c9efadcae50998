// `npm start`: builds if stale, then runs the server in this process, so that signals reach it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import buildIfStale from './build-if-stale.mjs'
import { requireNode } from './require-node.mjs'

requireNode()

// Built files are relative to the project, the data folder to the caller's folder.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const calledFrom = process.cwd()
process.chdir(project)
buildIfStale()
process.chdir(calledFrom)
process.env.NODE_ENV ??= 'production'
await import('../dist/server/main.js')
