import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs the command line beside a throwaway service in `folder`. `start` returns additional environment variables. */
export async function runBeside(folder, start, stop) {
  const [command = '', ...args] = process.argv.slice(2)
  let child
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isInterrupted = true
      child?.kill(signal)
    })
  }
  let code = 1
  try {
    const env = { ...process.env, ...(await start()) }
    // Lets a pending signal arrive.
    await new Promise((resolve) => setImmediate(resolve))
    if (!isInterrupted) {
      child = spawn(command, args, { stdio: 'inherit', env })
      code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit(code)
}

export const temporaryFolder = (name) => mkdtempSync(join(tmpdir(), `week-${name}-`))
