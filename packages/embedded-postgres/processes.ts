import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Environment for programs that we start, without the product's secrets. */
export const cleanEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', LANG: 'C' }

export const run = promisify(execFile)

export type Identity = { uid: number; gid: number }

type RunningProcess = { startTime: string; command: string }

/** Process ids are reused; the id together with the start time identifies one process. */
export async function runningProcess(pid: number): Promise<RunningProcess | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

export async function waitForEnd(pid: number, withinMs: number): Promise<boolean> {
  const before = await runningProcess(pid)
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    const now = await runningProcess(pid)
    if (!before || now?.startTime !== before.startTime) return true
    await sleep(20)
  }
  return false
}

async function fromProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name in parentheses may contain spaces and parentheses, so count the fields after its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    // Zombies count as ended: they keep their id, and in a container perhaps nobody reaps them.
    if (!startTime || state === 'Z' || state === 'X') return undefined
    return { startTime, command: command.replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

async function fromPs(pid: number): Promise<RunningProcess | undefined> {
  try {
    const columns = ['-ww', '-o', 'lstart=', '-o', 'stat=', '-o', 'command=', '-p', String(pid)]
    const { stdout } = await run('ps', columns, { env: cleanEnvironment })
    const [, startTime, state, command] = stdout.trim().match(/^(.{24})\s+(\S+)\s+(.*)$/s) ?? []
    if (!startTime || !command || state?.startsWith('Z')) return undefined
    return { startTime, command }
  } catch {
    return undefined
  }
}
