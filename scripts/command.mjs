// Runs a command of the product: node scripts/command.mjs NAME [arguments]. Uses the build if it is current or nothing
// else is installed, else the source.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStale } from './build/stamp.mjs'
import { requireNode } from './require-node.mjs'

requireNode()

const [name] = process.argv.splice(2, 1)
const calledFrom = process.cwd()
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const built = `dist/server/commands/${name}.js`
const isBuilt = existsSync(built) && (!canRunSource() || !isStale())
if (!isBuilt && !canRunSource()) {
  console.error(
    'The product is not built, and what runs its source is not installed. Run `npm install --include=dev`, or copy dist/ from a build.',
  )
  process.exit(1)
}
process.chdir(calledFrom)
process.env.NODE_ENV ??= 'production'
if (!isBuilt) (await import('tsx/esm/api')).register()
await import(isBuilt ? `../${built}` : `../src/server/commands/${name}.ts`).catch((error) => {
  console.error(`The command ${name} cannot be loaded: ${error.message}. Install the product again with npm ci.`)
  process.exit(1)
})

function canRunSource() {
  try {
    return Boolean(import.meta.resolve('tsx/esm/api')) && existsSync('src/server/commands')
  } catch {
    return false
  }
}
