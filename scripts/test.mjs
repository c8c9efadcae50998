// `npm test`: on the embedded database, on the distribution's PostgreSQL, and in a real browser. `npm run test:slow`:
// tests that are too slow for each change. `npm test -- server` or `-- slow-browser` runs the named stages only.
import { spawnSync } from 'node:child_process'
import { isStale } from './build/stamp.mjs'
import { postgresBinaries } from './rig/packages.mjs'
import { ensureTools, missingTools } from './testing/ensure-tools.mjs'
import { runStages, summaryOf } from './testing/run-stages.mjs'

const stages = {
  server: {
    title: 'unit, HTTP and race tests on the embedded database',
    command: ['npx', 'vitest', 'run', '--project', 'shared', '--project', 'isolated'],
  },
  postgres: {
    title: 'races, sorting and search on PostgreSQL of the distribution',
    skipped: () => (postgresBinaries() ? undefined : 'PostgreSQL 14 or newer is not installed'),
    // Tests where an older version may behave differently: locks, indexes, sorting, search and paging.
    command: [
      ...['node', 'scripts/testing/with-postgres.mjs', 'npx', 'vitest', 'run'],
      ...['race.test', 'leaderboard.test', 'company-table.test', 'attendee-list.test', 'tasks.test'],
    ],
  },
  browser: { title: 'in a real browser', command: ['npx', 'playwright', 'test', '--project', 'usual'] },
  'slow-server': {
    title: 'processes that are killed, overloaded and cut off',
    command: ['npx', 'vitest', 'run', '--project', 'slow'],
  },
  'slow-browser': {
    title: 'whole screens at every width, in every theme, at 400 % and in high contrast',
    command: ['npx', 'playwright', 'test', '--project', 'slow', '--project', 'high contrast'],
  },
}
const usual = ['server', 'postgres', 'browser']

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}. The stages are: ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

ensureTools()
// Without a build every stage would fail for the same reason.
if (isStale() && spawnSync('node', ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0) {
  console.error('Failed: the build.')
  process.exit(1)
}
const chosen = Object.entries(stages).filter(([name]) => (named.length === 0 ? usual : named).includes(name))
// Races run once: on the older PostgreSQL, if there is one.
if (['server', 'postgres'].every((name) => chosen.some(([one]) => one === name)) && postgresBinaries()) {
  stages.server.title = 'unit and HTTP tests on the embedded database'
  stages.server.environment = { WITHOUT_RACES: 'yes' }
}
const results = runStages(Object.fromEntries(chosen))
console.log(`\n${[...skippedTests(), ...summaryOf(results)].join('\n')}`)
if (named.length === 0) console.log('The slow ones were not run: npm run test:slow.')
process.exit(results.some(({ failed }) => failed) ? 1 : 0)

/** Lists the tests that were skipped for missing rights or programs. */
function skippedTests() {
  const sentences = missingTools().map(({ what, lost }) => `Without ${what}: ${lost}.`)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    sentences.push(
      'Not root on Linux: tests that become another user, mount a small disk or start postfix were skipped.',
    )
  }
  return sentences
}
