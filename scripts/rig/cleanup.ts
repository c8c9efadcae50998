import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Step = () => unknown
export type Cleanup = ReturnType<typeof createCleanup>

const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs all cleanup steps once, newest first: after the work, a failure or a signal. */
export function createCleanup() {
  const steps: Step[] = []
  const interruption = new AbortController()
  let ended: Promise<void> | undefined
  const run = async (step: Step) => {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
  async function runAll() {
    // A running step may add another.
    for (let step = steps.pop(); step; step = steps.pop()) await run(step)
    for (const signal of signals) process.off(signal, interrupt)
  }
  const end = () => (ended ??= runAll())
  /** A step added after the end runs at once. */
  const add = (step: Step) => void (ended ? ended.then(() => run(step)) : steps.push(step))
  function interrupt() {
    interruption.abort(new Error('interrupted'))
    void end().then(() => process.exit(130))
  }
  return {
    add,
    end,
    signal: interruption.signal,
    /** A folder that is removed at the end. */
    folder(name: string): string {
      const folder = mkdtempSync(join(tmpdir(), `week-${name}-`))
      add(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
    /** For a command: a signal runs the cleanup, then ends the process. */
    endOnSignal() {
      for (const signal of signals) process.on(signal, interrupt)
    },
  }
}
