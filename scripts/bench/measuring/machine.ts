import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** Reports the processor share of other programs meanwhile: results of a busy machine are less reliable. */
export function watchMachine(): () => string {
  const before = readTicks()
  return () => {
    const after = readTicks()
    const steal = (after.steal - before.steal) / Math.max(1, after.all - before.all)
    return `steal ${(steal * 100).toFixed(1)} %, load ${loadavg()[0]?.toFixed(1)}`
  }
}

/** Ticks of all processors; steal is time that the host gave to other guests. Zero without `/proc/stat`. */
function readTicks(): { all: number; steal: number } {
  try {
    const ticks = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1).map(Number)
    return { all: ticks.slice(0, 8).reduce((sum, each) => sum + each, 0), steal: ticks[7] ?? 0 }
  } catch {
    return { all: 0, steal: 0 }
  }
}
