import { readdir } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

let registry: Registry | undefined

/** They list every open stream: with ten thousand of them that blocks for a quarter of a second. */
const slow = [
  'process_open_fds',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
]

/**
 * Memory, processor, file handles, event loop and garbage collection: one registry per process, however many servers it
 * runs.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
    for (const name of slow) registry.removeSingleMetric(name)
    if (process.platform === 'linux') countOpenFiles(registry)
  }
  return registry
}

/** Excludes the handle that the count itself opens. */
const countOpenFiles = (register: Registry) =>
  new Gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors.',
    registers: [register],
    async collect() {
      this.set((await readdir('/proc/self/fd')).length - 1)
    },
  })
