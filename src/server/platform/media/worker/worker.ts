import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { cleanFile } from '../clean.ts'
import { InvalidMedia } from '../invalid-media.ts'
import type { WorkerLimits } from '../limits.ts'
import { startLimitWatch } from './watch-limits.ts'
import type { FromWorker, Job, ToWorker } from './worker-pool.ts'

// Program of the child process that parses and decodes files, one at a time. It isolates the server from crashes,
// memory exhaustion and endless loops.

let allowMemory = () => {}

process.on('message', (message: ToWorker) => {
  if ('job' in message) void work(message.job, message.limits)
  else allowMemory()
})
// The server has ended.
process.on('disconnect', () => process.exit())
// A terminal signals the whole process group; the server decides when this process ends.
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

/** Serializes files that take much memory. */
function askForMemory(): Promise<void> {
  return new Promise((resolve) => {
    allowMemory = resolve
    send({ needsMemory: true })
  })
}

/** Lowers the priority below requests, and makes this the first victim when memory is short. */
function yieldToServer() {
  try {
    setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not supported on this system.
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
