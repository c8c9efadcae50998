// `npm test`: every test. On the embedded database, on the distribution's PostgreSQL, and in a real browser.
import { spawnSync } from 'node:child_process'
import { ensureTools, postgresBinaries } from './ensure-tools.mjs'
import { isStale } from './stamp.mjs'

ensureTools()
if (isStale()) step('build', 'node', ['scripts/build.mjs'])
step('unit, HTTP and race tests on the embedded database', 'npx', ['vitest', 'run'])
if (postgresBinaries()) {
  // What an older version could do differently: locks, indexes, sorting, search and paging.
  const files = ['race.test', 'leaderboard.test', 'company-table.test', 'attendee-list.test', 'tasks.test']
  step('races, sorting and search on PostgreSQL of the distribution', 'node', [
    'scripts/with-postgres.mjs',
    'npx',
    'vitest',
    'run',
    ...files,
  ])
}
step('in a real browser', 'npx', ['playwright', 'test'])
console.log('\nEvery test passed.')

function step(name, command, args) {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  if (status !== 0) process.exit(status ?? 1)
}
