// Figures of processes, read from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory; NaN for an ended process. */
export function residentMegabytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

export type Times = { pid: number; parent: number; spent: number; spentByEnded: number }

/** The parent and the processor time of a process and of its ended children, in milliseconds; a tick is ten. */
export function readTimes(pid: number): Times | undefined {
  try {
    // The second field is the name in brackets, which may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * 10
    return { pid, parent: fields[1] ?? 0, spent: ticks(11), spentByEnded: ticks(13) }
  } catch {
    return undefined
  }
}

export const listTimes = (): Times[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? [])
