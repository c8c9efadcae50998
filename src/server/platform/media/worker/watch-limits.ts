import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WorkerLimits } from '../limits.ts'

// As text: a file would need another build output beside the program.
const program = `
  const { parentPort } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  let limits
  let usedBefore
  const processorSeconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  function end(limit) {
    writeSync(2, 'limit of ' + limit + ' reached')
    process.kill(process.pid, 'SIGKILL')
  }
  parentPort.on('message', (next) => {
    limits = next
    usedBefore = processorSeconds()
  })
  setInterval(() => {
    if (!limits) return
    if (process.memoryUsage.rss() > limits.memory) end('memory')
    if (processorSeconds() - usedBefore > limits.processorSeconds) end('processor time')
  }, 40)
`

type LimitWatch = { begin(limits: WorkerLimits): void; end(): void }

/**
 * Kills this process beyond its limits. Most memory is native, so V8's limits miss it. It runs in a thread, because a
 * parser that never returns blocks its event loop.
 */
export async function startLimitWatch(): Promise<LimitWatch> {
  const thread = new Worker(program, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } })
  await once(thread, 'online')
  thread.unref()
  return {
    begin: (limits) => thread.postMessage(limits),
    end: () => thread.postMessage(undefined),
  }
}
