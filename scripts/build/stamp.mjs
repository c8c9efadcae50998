import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampFile = 'dist/.stamp'
const sources = ['src', 'packages', 'package.json', 'vite.config.ts', 'scripts/build', 'scripts/build.mjs']

/** A hash over sizes and times of the sources, so it takes milliseconds. */
function currentStamp() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const { mtimeMs, size } = statSync(path)
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (!path.includes('.test.')) hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  // A copied build may lack its sources.
  for (const source of sources.filter((path) => existsSync(path))) visit(source)
  return hash.digest('hex')
}

export const isStale = () => !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== currentStamp()

export const writeStamp = () => writeFileSync(stampFile, currentStamp())
