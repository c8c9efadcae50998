// `npm run check`: all static checks, in parallel; each reports its findings.
import { spawn } from 'node:child_process'

const steps = [
  ['types', 'node', ['node_modules/typescript-native/bin/tsc', '--noEmit']],
  ['format and lint', 'npx', ['biome', 'ci', '.']],
  ['boundaries', 'node', ['scripts/checks/check-boundaries.mjs']],
  ['slices', 'npx', ['tsx', 'scripts/checks/check-slices.ts']],
  ['places', 'npx', ['tsx', 'scripts/checks/check-places.ts']],
  ['docs', 'node', ['scripts/checks/check-docs.mjs']],
  ['lock', 'node', ['scripts/checks/check-lock.mjs']],
  ['migrations', 'node', ['scripts/checks/check-migrations.mjs']],
]
const atOnce = 2

const failed = []
const waiting = [...steps]
await Promise.all(Array.from({ length: atOnce }, runWaiting))
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')} failed`)
  process.exit(1)
}
console.log('check: all good')

async function runWaiting() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command, args] = step
    if (!(await succeeds(command, args))) failed.push(name)
  }
}

/** Prints a step's output at its end, since parallel output would mix. */
function succeeds(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(output))
      resolve(status === 0)
    })
  })
}
