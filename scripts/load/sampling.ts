import { readdirSync } from 'node:fs'
import { readTimes, residentMegabytes } from '../rig/proc.ts'
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

/** Processor seconds of these processes so far; zero for an ended one. */
export const processorSeconds = (pids: number[]): number =>
  pids.reduce((sum, pid) => sum + (readTimes(pid)?.spent ?? 0) / 1_000, 0)
