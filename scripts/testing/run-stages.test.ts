import { expect, test } from 'vitest'
import { runStages, summaryOf } from './run-stages.mjs'

const quiet = { stdio: 'ignore', log: () => undefined } as const
const exits = (code: number) => ({ title: `exits ${code}`, command: ['node', '-e', `process.exit(${code})`] })

test('a stage that fails does not keep the next from running, and the end names what failed', () => {
  const results = runStages({ server: exits(1), postgres: exits(0), browser: exits(3) }, quiet)

  expect(summaryOf(results)).toEqual([
    expect.stringMatching(/^— server: FAILED in \d+ s$/),
    expect.stringMatching(/^— postgres: passed in \d+ s$/),
    expect.stringMatching(/^— browser: FAILED in \d+ s$/),
    'Failed: server, browser. Again: npm test -- server browser',
  ])
})

test('the end repeats which tests failed and why, as the stage reported it', () => {
  const report = {
    testResults: [
      {
        name: 'points.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'points are counted', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'points are kept',
            failureMessages: ['Error: expected 3, got 4\n    at a line'],
          },
        ],
      },
      { name: 'broken.test.ts', message: 'Error: no such module', assertionResults: [] },
    ],
  }
  const writes = `require('fs').writeFileSync(process.env.TEST_REPORT, ${JSON.stringify(JSON.stringify(report))}); process.exit(1)`

  const results = runStages({ server: { title: 'reports', command: ['node', '-e', writes] } }, quiet)

  expect(summaryOf(results).slice(1, -1)).toEqual([
    '  points.test.ts › points are kept',
    '    Error: expected 3, got 4',
    '        at a line',
    '  broken.test.ts',
    '    Error: no such module',
  ])
})

test('a stage that cannot run here says why and is no failure', () => {
  const skipped = { ...exits(1), skipped: () => 'PostgreSQL is not installed' }

  const results = runStages({ postgres: skipped, server: exits(0) }, quiet)

  expect(summaryOf(results)[0]).toBe('— postgres: skipped: PostgreSQL is not installed')
  expect(summaryOf(results).at(-1)).toBe('Every test passed.')
})
