import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Identity = { uid: number; gid: number }
export type Process = {
  name: string
  pid: number
  child: ChildProcess
  ended: Promise<void>
  /** Resolves when the log is complete: a process can end before its last output arrives. */
  logged: Promise<void>
}
type Given = { env?: Record<string, string | undefined>; as?: Identity; cwd?: string }

/** Starts processes, and ends them by pid, newest first. */
export function createProcesses(folder: string) {
  const running: Process[] = []
  mkdirSync(join(folder, 'log'), { recursive: true })

  function start(name: string, program: string, args: string[], { env = {}, as, cwd }: Given = {}): Process {
    const log = createWriteStream(join(folder, 'log', `${name}.log`), { flags: 'a' })
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      // Detached from the terminal: Ctrl-C reaches this command only, which then ends them in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Another user may not be able to read the current folder.
      cwd: cwd ?? (as ? folder : undefined),
      ...as,
    })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    const logged = new Promise<void>((resolve) => child.once('close', () => log.end(resolve)))
    const started = { name, pid: child.pid ?? 0, child, ended, logged }
    if (!started.pid) throw new Error(`${program} could not be started`)
    running.push(started)
    void ended.then(() => running.splice(running.indexOf(started), 1))
    return started
  }

  async function end(one: Process, signal: NodeJS.Signals = 'SIGTERM', patience = 20_000) {
    // A stopped process handles no signal before it continues.
    one.child.kill('SIGCONT')
    one.child.kill(signal)
    const isOver = await Promise.race([one.ended.then(() => true), sleep(patience, false, { ref: false })])
    if (!isOver) one.child.kill('SIGKILL')
    await one.ended
  }

  async function endAll() {
    for (const one of running.toReversed()) await end(one)
  }

  return { start, end, endAll }
}

export type Processes = ReturnType<typeof createProcesses>

export function identityOf(user: string): Identity {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

/** Polls until true; the error names the awaited event. */
export async function until(what: string, ask: () => Promise<boolean>, { seconds = 60, every = 200 } = {}) {
  const giveUpAt = Date.now() + seconds * 1_000
  for (;;) {
    if (await ask().catch(() => false)) return
    if (Date.now() > giveUpAt) throw new Error(`waited ${seconds} s for ${what}`)
    await sleep(every)
  }
}

export const answers = async (url: string, status = 200) =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === status
