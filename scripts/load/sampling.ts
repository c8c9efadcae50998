import { readdirSync, readFileSync } from 'node:fs'
import { metricsToken, type Node } from './installation.ts'

/**
 * Resident megabytes, open file handles, and the p99 of the event loop's delay in milliseconds since the last sample.
 */
export type Sample = { memory: number; handles: number; delay: number }

const wholeMinute = 60_000

/** Samples every node periodically; `stop` returns the samples by node. */
export function startSampling(nodes: Node[], everyMs: number) {
  const seen = nodes.map((): Sample[] => [])
  const begun = performance.now()
  let said = 0
  const timer = setInterval(async () => {
    const samples = await Promise.all(nodes.map(readSample))
    for (const [nth, sample] of samples.entries()) if (sample) seen[nth]?.push(sample)
    const minutes = Math.floor((performance.now() - begun) / wholeMinute)
    if (minutes === said) return
    said = minutes
    console.log(`${minutes} min: ${nodes.map(({ name }, nth) => summarise(name, samples[nth])).join('; ')}`)
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return seen
    },
  }
}

const summarise = (name: string, sample?: Sample) =>
  sample ? `${name} ${sample.memory.toFixed(0)} MB, ${sample.handles} handles` : `${name} does not answer`

async function readSample({ pid, base }: Node): Promise<Sample | undefined> {
  try {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const reply = await fetch(`${base}/api/metrics`, { headers, signal: AbortSignal.timeout(5_000) })
    const delay = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await reply.text())?.[1] ?? Number.NaN) * 1_000
    return { memory: residentMegabytes(pid), handles: readdirSync(`/proc/${pid}/fd`).length, delay }
  } catch {
    return undefined
  }
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

const ticksPerSecond = 100

/** Processor seconds of these processes so far; zero for an ended one. */
export const processorSeconds = (pids: number[]): number => pids.reduce((sum, pid) => sum + secondsOf(pid), 0)

function secondsOf(pid: number): number {
  try {
    // The second field is the name in brackets, which may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
