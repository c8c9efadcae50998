import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WorkerLimits } from '../limits.ts'

// As text: a file would have to be built and loaded once more beside the program that starts it.
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
 * Ends this process when it goes beyond its limits. Memory is native for the most part, so V8's own limits do not see it. In a
 * thread: a parser that does not return blocks the event loop of its own thread for ever.
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
