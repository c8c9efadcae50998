import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs every stage, also after a failure; returns each outcome. */
export function runStages(stages, { stdio = 'inherit', log = console.log } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'week-tests-'))
  const results = []
  for (const [name, { title, command, environment, skipped }] of Object.entries(stages)) {
    const reason = skipped?.()
    if (reason) {
      results.push({ name, outcome: `skipped: ${reason}` })
      continue
    }
    log(`\n— ${title}`)
    const started = Date.now()
    const [program, ...args] = command
    const report = join(folder, `${name}.json`)
    const env = { ...process.env, ...environment, TEST_REPORT: report }
    const { status, error } = spawnSync(program, args, { stdio, env })
    if (error) log(`${program} could not be started: ${error.message}`)
    const seconds = Math.round((Date.now() - started) / 1000)
    const failed = status !== 0
    const outcome = `${failed ? 'FAILED' : 'passed'} in ${seconds} s`
    results.push({ name, outcome, failed, failures: failed ? failuresIn(report) : [] })
  }
  rmSync(folder, { recursive: true, force: true })
  return results
}

/**
 * The final summary: each stage's outcome and failures, which may be a thousand lines up, then the command that repeats
 * them.
 */
export function summaryOf(results) {
  const failed = results.filter((result) => result.failed).map(({ name }) => name)
  const last =
    failed.length === 0 ? 'Every test passed.' : `Failed: ${failed.join(', ')}. Again: npm test -- ${failed.join(' ')}`
  return [...results.flatMap(({ name, outcome, failures = [] }) => [`— ${name}: ${outcome}`, ...failures]), last]
}

/** The names of failed tests in a Vitest report, each with the beginning of its reason. Empty without a report. */
function failuresIn(file) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const nothingRan = message && assertionResults.length === 0
    return [
      ...(nothingRan ? [`  ${name}`, ...beginningOf(message)] : []),
      ...failed.flatMap(({ fullName, failureMessages }) => [
        `  ${name} › ${fullName}`,
        ...beginningOf(failureMessages.join('\n')),
      ]),
    ]
  })
}

const beginningOf = (message) =>
  message
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
