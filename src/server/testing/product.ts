import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect } from 'vitest'

export type Running = { child: ChildProcess; output: string[]; ended: Promise<number | null>; ready: Promise<void> }

const running: Running[] = []
const folders: string[] = []

beforeAll(() => {
  // The built product is what people run; `npm test` builds it first.
  expect(() => readFileSync('dist/server/main.js'), 'run `npm run build` first').not.toThrow()
})

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-process-'))
  folders.push(folder)
  return folder
}

/** The built product as a process of its own; ended after the test. */
export function run(environment: Record<string, string>): Running {
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
  const started = { child, output, ended, ready }
  running.push(started)
  return started
}

/** For tests that start the product on a port of their own. */
export { freePort } from './free-port.ts'
