import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { cleanFile } from '../clean.ts'
import { InvalidMedia } from '../invalid-media.ts'
import type { WorkerLimits } from '../limits.ts'
import { startLimitWatch } from './watch-limits.ts'
import type { FromWorker, Job, ToWorker } from './worker-pool.ts'

// The program of the process beside the server in which files are parsed and decoded, one at a time. What a file does to it
// (a crash, all memory, no end) does not happen to the server.

let allowMemory = () => {}

process.on('message', (message: ToWorker) => {
  if ('job' in message) void work(message.job, message.limits)
  else allowMemory()
})
// The server is gone.
process.on('disconnect', () => process.exit())
// A terminal sends these to all processes of a group; the server decides when this one ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

const watch = await startLimitWatch()
send({ ready: true })
yieldToServer()

async function work(job: Job, limits: WorkerLimits) {
  watch.begin(limits)
  try {
    send(await prepare(job))
  } catch (error) {
    if (error instanceof InvalidMedia) send({ fault: error.sentence })
    else send({ trouble: toTrouble(error) })
  } finally {
    watch.end()
  }
}

async function prepare({ file, type, into }: Job): Promise<FromWorker> {
  const facts = await cleanFile(file, type, into, askForMemory)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { facts: { ...facts, sha256: hash.digest('hex') } }
}

/** Two files that take much memory are not prepared at the same time. */
function askForMemory(): Promise<void> {
  return new Promise((resolve) => {
    allowMemory = resolve
    send({ needsMemory: true })
  })
}

/** Requests come first, and when memory is short this process goes before all others. */
function yieldToServer() {
  try {
    setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on this system.
  }
}

function send(message: FromWorker) {
  process.send?.(message)
}

function toTrouble(error: unknown) {
  const { message, code, syscall } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException
  return { message, code, syscall }
}
