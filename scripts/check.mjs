// `npm run check`: everything that can be judged without running the product.
import { spawnSync } from 'node:child_process'

const steps = [
  ['format and lint', 'npx', ['biome', 'ci', '.']],
  ['types', 'npx', ['tsc', '--noEmit']],
  ['boundaries', 'node', ['scripts/check-boundaries.mjs']],
  ['slices', 'npx', ['tsx', 'scripts/check-slices.ts']],
  ['floors', 'node', ['scripts/check-floors.mjs']],
  ['migrations', 'node', ['scripts/check-migrations.mjs']],
]

for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`check: ${name} failed`)
    process.exit(1)
  }
}
console.log('check: all good')
