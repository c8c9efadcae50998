import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterTest } from './after-test.ts'

export type Running = { child: ChildProcess; output: string[]; ended: Promise<number | null>; ready: Promise<void> }

/** Runs the built product as a process; ends it after the test. */
export function run(environment: Record<string, string>): Running {
  // `npm test` builds it first.
  if (!existsSync('dist/server/main.js')) throw new Error('run `npm run build` first')
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment },
  })
  const output: string[] = []
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output.push(String(chunk))
      if (output.join('').includes('is running at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output.join('')}`)))
  })
  ready.catch(() => undefined)
  afterTest(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, output, ended, ready }
}

/** For tests that start the product on a free port. */
export { freePort } from './network/free-port.ts'
