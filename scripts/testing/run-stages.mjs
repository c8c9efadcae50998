import { spawnSync } from 'node:child_process'

/** Runs every stage, also after one that failed, and tells how each ended. */
export function runStages(stages, { stdio = 'inherit', log = console.log } = {}) {
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
    const { status, error } = spawnSync(program, args, { stdio, env: { ...process.env, ...environment } })
    if (error) log(`${program} could not be started: ${error.message}`)
    const seconds = Math.round((Date.now() - started) / 1000)
    results.push({ name, outcome: `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`, failed: status !== 0 })
  }
  return results
}

/** What is read at the end: one line a stage, then the command that repeats what failed. */
export function summaryOf(results) {
  const failed = results.filter((result) => result.failed).map(({ name }) => name)
  const last =
    failed.length === 0 ? 'Every test passed.' : `Failed: ${failed.join(', ')}. Again: npm test -- ${failed.join(' ')}`
  return [...results.map(({ name, outcome }) => `— ${name}: ${outcome}`), last]
}
